{{- define "weft.labels" -}}
app.kubernetes.io/name: weft
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "weft.selector" -}}
app.kubernetes.io/name: weft
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "weft.secretName" -}}
{{ .Values.secret.existing | default (printf "%s-secrets" .Release.Name) }}
{{- end }}

{{- define "weft.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What servers and the migration have in common: settings, secrets as files, and no rights. */}}
{{- define "weft.container" -}}
image: {{ include "weft.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/weft
    readOnly: true
  - name: data
    mountPath: /var/lib/weft
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "weft.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range .Values.secret.keys }}
- name: {{ . }}_FILE
  value: /run/secrets/weft/{{ . }}
{{- end }}
{{- end }}

{{- define "weft.pod" -}}
automountServiceAccountToken: false
# Kubernetes would put the address of each service into the environment, under names that the server refuses as unknown settings.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: secrets
    secret:
      secretName: {{ include "weft.secretName" . }}
      defaultMode: 0440
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}
