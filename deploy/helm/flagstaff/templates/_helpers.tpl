{{- define "flagstaff.name" -}}
{{- $chart := .Values.nameOverride | default .Chart.Name -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains $chart .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name $chart | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{/* The objects of a component: the server's have the name of the installation. */}}
{{- define "flagstaff.componentName" -}}
{{- include "flagstaff.name" .root }}{{ if ne .component "server" }}-{{ .component }}{{ end -}}
{{- end -}}

{{- define "flagstaff.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "flagstaff.labels" -}}
{{ include "flagstaff.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* A path prefix as the server reads it: /flags for flags, /flags and /flags/. */}}
{{- define "flagstaff.prefix" -}}
{{- with . | default "" | toString | trimAll "/" }}/{{ . }}{{ end -}}
{{- end -}}

{{- define "flagstaff.image" -}}
{{- $image := .values.image -}}
{{- with $image.registry | default .root.Values.image.registry }}{{ trimSuffix "/" . }}/{{ end -}}
{{- $image.repository -}}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end -}}
{{- end -}}

{{- define "flagstaff.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (ternary (include "flagstaff.name" .) "default" .Values.serviceAccount.create) -}}
{{- end -}}

{{- define "flagstaff.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* Values that were renamed, and settings that the chart sets itself. */}}
{{- define "flagstaff.check" -}}
{{- range $old, $new := dict "replicas" "replicaCount" "minAvailable" "podDisruptionBudget.minAvailable" "metrics" "serviceMonitor" }}
{{- if hasKey $.Values $old }}{{ fail (printf "%s was renamed: use %s." $old $new) }}{{ end }}
{{- end }}
{{- if hasKey .Values.edge "replicas" }}{{ fail "edge.replicas was renamed: use edge.replicaCount." }}{{ end }}
{{- range $old, $new := dict "host" "ingress.hosts, such as [{ host: flags.example.com }]" "tlsSecret" "ingress.tls, such as [{ secretName: flags-tls, hosts: [flags.example.com] }]" }}
{{- if hasKey $.Values.ingress $old }}{{ fail (printf "ingress.%s was renamed: use %s." $old $new) }}{{ end }}
{{- end }}
{{- $port := "the chart sets the port. To use another one outside, set service.port." }}
{{- $prefix := "write the setting without FLAGSTAFF_." }}
{{- $server := dict "PORT" $port "HTTP_PORT" $port "URL" "use the value url." "UNLEASH_URL" "use the value url." "SNAPSHOT_FOLDER" "the chart sets the folder. To keep it, set persistence.enabled." }}
{{- $edge := dict "PORT" $port "UPSTREAM_URL" "use the value edge.upstreamUrl." "TOKENS" "put EDGE_TOKENS into edge.existingSecret." "DATA_FOLDER" "the chart sets the folder. To keep it, set edge.persistence.enabled." }}
{{- range $name, $_ := .Values.env }}
{{- if hasKey $server $name }}{{ fail (printf "env.%s: %s" $name (get $server $name)) }}{{ end }}
{{- if hasPrefix "FLAGSTAFF_" $name }}{{ fail (printf "env.%s: %s" $name $prefix) }}{{ end }}
{{- end }}
{{- range $name, $_ := .Values.edge.env }}
{{- if hasKey $edge $name }}{{ fail (printf "edge.env.%s: %s" $name (get $edge $name)) }}{{ end }}
{{- if hasPrefix "FLAGSTAFF_" $name }}{{ fail (printf "edge.env.%s: %s" $name $prefix) }}{{ end }}
{{- end }}
{{- end -}}
