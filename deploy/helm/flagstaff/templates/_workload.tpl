{{/*
The pods of a component, their Service, PodDisruptionBudget and ServiceMonitor. The scope is a dictionary: root,
component, values, port, health and ready (paths), metrics (the path) and its tokenKey, folder, env (more variables)
and secret (for envFrom).
*/}}
{{- define "flagstaff.workload" -}}
{{- $values := .values }}
{{- $root := .root }}
{{- $name := include "flagstaff.componentName" . }}
apiVersion: apps/v1
kind: {{ ternary "StatefulSet" "Deployment" $values.persistence.enabled }}
metadata:
  name: {{ $name }}
  labels: {{- include "flagstaff.labels" . | nindent 4 }}
spec:
  replicas: {{ $values.replicaCount }}
  {{- if $values.persistence.enabled }}
  serviceName: {{ $name }}
  podManagementPolicy: Parallel
  {{- else }}
  {{- /* A new server counts as stuck only after its startup probe. */}}
  progressDeadlineSeconds: {{ add (mul $values.startupProbe.periodSeconds $values.startupProbe.failureThreshold) 120 }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  {{- end }}
  selector:
    matchLabels: {{- include "flagstaff.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "flagstaff.labels" . | nindent 8 }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "flagstaff.pod" . | nindent 6 }}
      {{- with $values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- if $values.topologySpreadConstraints }}
      topologySpreadConstraints: {{- toYaml $values.topologySpreadConstraints | nindent 8 }}
      {{- else }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "flagstaff.selector" . | nindent 14 }}
      {{- end }}
  {{- with $values.persistence }}
  {{- if .enabled }}
  volumeClaimTemplates:
    - metadata:
        name: data
        {{- with .annotations }}
        annotations: {{- toYaml . | nindent 10 }}
        {{- end }}
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .storageClass }}
        storageClassName: {{ . | quote }}
        {{- end }}
        resources:
          requests: { storage: {{ .size | quote }} }
  {{- end }}
  {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- include "flagstaff.labels" . | nindent 4 }}
  {{- with $values.service.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ $values.service.type }}
  ports:
    - { name: http, port: {{ $values.service.port }}, targetPort: http }
  selector: {{- include "flagstaff.selector" . | nindent 4 }}
{{- if and $values.podDisruptionBudget.enabled (gt (int $values.replicaCount) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- include "flagstaff.labels" . | nindent 4 }}
spec:
  {{- if hasKey $values.podDisruptionBudget "maxUnavailable" }}
  maxUnavailable: {{ $values.podDisruptionBudget.maxUnavailable }}
  {{- else }}
  minAvailable: {{ $values.podDisruptionBudget.minAvailable }}
  {{- end }}
  selector:
    matchLabels: {{- include "flagstaff.selector" . | nindent 6 }}
{{- end }}
{{- if $values.serviceMonitor.enabled }}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ $name }}
  labels:
    {{- include "flagstaff.labels" . | nindent 4 }}
    {{- with $values.serviceMonitor.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels: {{- include "flagstaff.selector" . | nindent 6 }}
  endpoints:
    - port: http
      path: {{ .metrics }}
      interval: {{ $values.serviceMonitor.interval }}
      {{- with $values.serviceMonitor.tokenSecret }}
      authorization:
        credentials: { name: {{ . | quote }}, key: {{ $.tokenKey }} }
      {{- end }}
{{- end }}
{{- end -}}
