{{- define "tessera.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "tessera.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tessera.labels" -}}
{{ include "tessera.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "tessera.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* The settings of every pod: secrets are files. */}}
{{- define "tessera.environment" -}}
{{- range concat (list "DATABASE_URL" "ENCRYPTION_KEY") .Values.secrets.optionalKeys }}
- name: {{ . }}_FILE
  value: /etc/tessera/secrets/{{ . }}
{{- end }}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: IDP_API_APP_ID
  value: {{ .Values.identityProvider.apiAppId | quote }}
{{- with .Values.identityProvider.signInClientId }}
- name: IDP_SIGN_IN_CLIENT_ID
  value: {{ . | quote }}
{{- end }}
{{- with .Values.mailFrom }}
- name: MAIL_FROM
  value: {{ . | quote }}
{{- end }}
{{- with .Values.trustedProxies }}
- name: TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
- name: SHUTDOWN_DELAY
  value: {{ .Values.shutdownDelay | quote }}
- name: METRICS_PORT
  value: {{ .Values.metrics.port | quote }}
{{- with .Values.nodeOptions }}
- name: NODE_OPTIONS
  value: {{ . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* What every pod has beside its container. */}}
{{- define "tessera.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secrets.name }}
      defaultMode: 0440
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* What every container has. */}}
{{- define "tessera.container" -}}
image: {{ include "tessera.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
env: {{- include "tessera.environment" . | trim | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - name: secrets
    mountPath: /etc/tessera/secrets
    readOnly: true
{{- end -}}

{{/* A deployment of nodes: dict "root" $ "component" "api" "values" .Values.api "replicas" (number or nil) */}}
{{- define "tessera.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "tessera.name" $root }}-{{ .component }}
  labels:
    {{- include "tessera.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- with .replicas }}
  replicas: {{ . }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "tessera.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        {{- include "tessera.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
        {{- with $root.Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $root.Values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "tessera.name" $root }}
      # The delay, ten seconds to finish requests, two to close connections, and some more.
      terminationGracePeriodSeconds: {{ add $root.Values.shutdownDelay 20 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "tessera.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
      {{- include "tessera.pod" $root | nindent 6 }}
      containers:
        - name: tessera
          args: {{ .args }}
          {{- include "tessera.container" $root | nindent 10 }}
          ports:
            - { name: http, containerPort: 4000 }
            - { name: metrics, containerPort: {{ $root.Values.metrics.port }} }
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 1
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 1
            failureThreshold: 60
          resources: {{- toYaml .values.resources | nindent 12 }}
{{- end -}}
