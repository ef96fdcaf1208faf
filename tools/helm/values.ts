type Case = { values: Record<string, unknown>; kinds: string[] }

/** Values that the chart is rendered with, and what must come out. */
export const rendered: Record<string, Case> = {
  'only the secret': {
    values: { existingSecret: 'flagstaff' },
    kinds: ['Deployment', 'Service', 'PodDisruptionBudget'],
  },
  'one replica': { values: { existingSecret: 'flagstaff', replicas: 1 }, kinds: ['Deployment', 'Service'] },
  everything: {
    values: {
      existingSecret: 'flagstaff',
      replicas: 3,
      url: 'https://flags.example.com',
      image: { repository: 'registry.example.com/flagstaff', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      env: { TRUSTED_PROXIES: '10.0.0.0/8', CHECK_DB_ON_READY: false, LOG_LEVEL: 'info' },
      service: { type: 'NodePort', port: 8080 },
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
        host: 'flags.example.com',
        tlsSecret: 'flags-tls',
      },
      podAnnotations: { team: 'platform' },
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'flags', effect: 'NoSchedule' }],
      affinity: { nodeAffinity: {} },
      metrics: { enabled: true, tokenSecret: 'flagstaff' },
      edge: { enabled: true, existingSecret: 'edge', env: { LOG_LEVEL: 'warn' } },
    },
    kinds: [
      'Deployment',
      'Deployment',
      'Service',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
      'ServiceMonitor',
    ],
  },
}

/** Values that the schema of the chart must refuse. */
export const refused: Record<string, Record<string, unknown>> = {
  'no secret': {},
  'no replica': { existingSecret: 'flagstaff', replicas: 0 },
  'a typing error': { existingSecret: 'flagstaff', replica: 2 },
  'an ingress without a host': { existingSecret: 'flagstaff', ingress: { enabled: true } },
  'an edge without tokens': { existingSecret: 'flagstaff', edge: { enabled: true } },
}
