{{/* What a pod of a component runs, with the scope of flagstaff.workload. Its container can write only to its folder. */}}
{{- define "flagstaff.pod" -}}
{{- $values := .values }}
{{- $root := .root }}
automountServiceAccountToken: {{ $root.Values.serviceAccount.automount }}
serviceAccountName: {{ include "flagstaff.serviceAccount" $root }}
{{- /* For a Service named flagstaff, Kubernetes would set FLAGSTAFF_PORT. */}}
enableServiceLinks: false
terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.initContainers }}
initContainers: {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .component }}
    image: {{ include "flagstaff.image" . | quote }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    ports:
      - { name: http, containerPort: {{ .port }} }
    {{- if or .secret $values.extraEnvFrom }}
    envFrom:
      {{- with .secret }}
      - secretRef: { name: {{ . | quote }} }
      {{- end }}
      {{- with $values.extraEnvFrom }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- end }}
    env:
      {{- .env | nindent 6 }}
      {{- include "flagstaff.env" $values.env | nindent 6 }}
      {{- with $values.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- /* Alive without the database; ready when it can serve flags. */}}
    startupProbe:
      httpGet: { path: {{ .health }}, port: http }
      timeoutSeconds: 5
      {{- toYaml $values.startupProbe | nindent 6 }}
    livenessProbe:
      httpGet: { path: {{ .health }}, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
    readinessProbe:
      httpGet: { path: {{ .ready }}, port: http }
      periodSeconds: 5
      timeoutSeconds: 5
    {{- with $values.preStopSeconds }}
    lifecycle:
      preStop:
        exec: { command: [sleep, {{ . | quote }}] }
    {{- end }}
    resources: {{- toYaml $values.resources | nindent 6 }}
    volumeMounts:
      - { name: data, mountPath: {{ .folder }} }
      - { name: tmp, mountPath: /tmp }
      {{- with $values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  {{- if not $values.persistence.enabled }}
  - { name: data, emptyDir: {} }
  {{- end }}
  - { name: tmp, emptyDir: {} }
  {{- with $values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
