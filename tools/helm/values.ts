type Values = Record<string, unknown>
type Case = {
  values: Values
  kinds: string[]
  /** What must be in the objects: `<kind> <name> <path>`, and the value there. */
  has?: Record<string, unknown>
}

const existingSecret = 'flagstaff'
const podOptions = {
  podAnnotations: { team: 'platform' },
  podLabels: { tier: 'flags' },
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'flags', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'important',
  podDisruptionBudget: { minAvailable: '50%' },
  initContainers: [{ name: 'wait', image: 'busybox', command: ['true'] }],
  extraEnv: [{ name: 'REGION', valueFrom: { fieldRef: { fieldPath: "metadata.labels['region']" } } }],
  extraEnvFrom: [{ configMapRef: { name: 'flags' } }],
  extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' }, tokenSecret: 'metrics' },
}

const pod = 'spec.template.spec'
const container = `${pod}.containers.0`
/** The same for the server and the edge. */
const hasPodOptions = (name: string) => ({
  [`Deployment ${name} spec.template.metadata.annotations.team`]: 'platform',
  [`Deployment ${name} spec.template.metadata.labels.tier`]: 'flags',
  [`Deployment ${name} ${pod}.nodeSelector`]: podOptions.nodeSelector,
  [`Deployment ${name} ${pod}.tolerations`]: podOptions.tolerations,
  [`Deployment ${name} ${pod}.affinity`]: podOptions.affinity,
  [`Deployment ${name} ${pod}.priorityClassName`]: 'important',
  [`Deployment ${name} ${pod}.topologySpreadConstraints.0.topologyKey`]: 'kubernetes.io/hostname',
  [`Deployment ${name} ${pod}.initContainers.0.name`]: 'wait',
  [`Deployment ${name} ${pod}.volumes.2.configMap.name`]: 'ca',
  [`Deployment ${name} ${container}.volumeMounts.2.mountPath`]: '/etc/ca',
  [`Deployment ${name} ${container}.imagePullPolicy`]: 'Always',
  [`PodDisruptionBudget ${name} spec.minAvailable`]: '50%',
  [`ServiceMonitor ${name} metadata.labels.release`]: 'prometheus',
  [`ServiceMonitor ${name} spec.endpoints.0.authorization.credentials.name`]: 'metrics',
})

/** Values that the chart is rendered with, and what must come out. */
export const rendered: Record<string, Case> = {
  'only the secret': {
    values: { existingSecret },
    kinds: ['Deployment', 'Service', 'PodDisruptionBudget'],
    has: {
      [`Deployment shop-flagstaff ${pod}.enableServiceLinks`]: false,
      [`Deployment shop-flagstaff ${container}.image`]: 'flagstaff:0.1.0',
      [`Deployment shop-flagstaff ${container}.startupProbe.failureThreshold`]: 360,
      [`Deployment shop-flagstaff ${container}.readinessProbe.httpGet.path`]: '/ready',
      'Deployment shop-flagstaff spec.progressDeadlineSeconds': 1920,
    },
  },
  'one replica': { values: { existingSecret, replicaCount: 1 }, kinds: ['Deployment', 'Service'] },
  'path prefixes': {
    values: {
      existingSecret,
      env: { BASE_URI_PATH: 'flags/' },
      serviceMonitor: { enabled: true },
      edge: {
        enabled: true,
        existingSecret: 'edge',
        env: { BASE_PATH: '/edge' },
        serviceMonitor: { enabled: true },
      },
    },
    kinds: [
      'Deployment',
      'Deployment',
      'Service',
      'Service',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'ServiceMonitor',
      'ServiceMonitor',
    ],
    has: {
      [`Deployment shop-flagstaff ${container}.startupProbe.httpGet.path`]: '/flags/health',
      [`Deployment shop-flagstaff ${container}.livenessProbe.httpGet.path`]: '/flags/health',
      [`Deployment shop-flagstaff ${container}.readinessProbe.httpGet.path`]: '/flags/ready',
      'ServiceMonitor shop-flagstaff spec.endpoints.0.path': '/flags/internal-backstage/prometheus',
      [`Deployment shop-flagstaff-edge ${container}.env.0.value`]: 'http://shop-flagstaff:80/flags',
      [`Deployment shop-flagstaff-edge ${container}.readinessProbe.httpGet.path`]:
        '/edge/internal-backstage/ready',
      'ServiceMonitor shop-flagstaff-edge spec.endpoints.0.path': '/edge/internal-backstage/metrics',
    },
  },
  'a snapshot that is kept': {
    values: { existingSecret, persistence: { enabled: true, storageClass: 'fast' } },
    kinds: ['StatefulSet', 'Service', 'PodDisruptionBudget'],
    has: {
      'StatefulSet shop-flagstaff spec.volumeClaimTemplates.0.metadata.name': 'data',
      'StatefulSet shop-flagstaff spec.volumeClaimTemplates.0.spec.storageClassName': 'fast',
      [`StatefulSet shop-flagstaff ${pod}.volumes.0.name`]: 'tmp',
    },
  },
  everything: {
    values: {
      existingSecret,
      replicaCount: 3,
      url: 'https://flags.example.com',
      image: { registry: 'registry.example.com/shop', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      env: { TRUSTED_PROXIES: '10.0.0.0/8', CHECK_DB_ON_READY: false, LOG_LEVEL: 'info' },
      service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.com/internal': 'true' } },
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
        hosts: [{ host: 'flags.example.com' }, { host: 'f.example.com', paths: [{ path: '/api' }] }],
        tls: [{ secretName: 'flags-tls', hosts: ['flags.example.com'] }],
      },
      serviceAccount: { create: true, annotations: { 'iam.example.com/role': 'flags' } },
      extraObjects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'flags' }, data: { A: '1' } }],
      ...podOptions,
      edge: {
        enabled: true,
        existingSecret: 'edge',
        env: { LOG_LEVEL: 'warn' },
        image: { pullPolicy: 'Always', digest: `sha256:${'0'.repeat(64)}` },
        ...podOptions,
      },
    },
    kinds: [
      'Deployment',
      'Deployment',
      'Service',
      'Service',
      'ServiceAccount',
      'ConfigMap',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Ingress',
      'ServiceMonitor',
      'ServiceMonitor',
    ],
    has: {
      ...hasPodOptions('shop-flagstaff'),
      ...hasPodOptions('shop-flagstaff-edge'),
      [`Deployment shop-flagstaff ${container}.image`]: 'registry.example.com/shop/flagstaff:1.2.3',
      [`Deployment shop-flagstaff-edge ${container}.image`]: `registry.example.com/shop/flagstaff-edge@sha256:${'0'.repeat(64)}`,
      [`Deployment shop-flagstaff-edge ${pod}.enableServiceLinks`]: false,
      [`Deployment shop-flagstaff ${pod}.serviceAccountName`]: 'shop-flagstaff',
      'Service shop-flagstaff metadata.annotations': { 'example.com/internal': 'true' },
      'Ingress shop-flagstaff spec.rules.1.http.paths.0.path': '/api',
      'Ingress shop-flagstaff spec.tls.0.secretName': 'flags-tls',
    },
  },
}

/** Values that the schema of the chart must refuse. */
export const refused: Record<string, Values> = {
  'no secret': {},
  'no replica': { existingSecret, replicaCount: 0 },
  'a typing error': { existingSecret, replica: 2 },
  'an ingress without a host': { existingSecret, ingress: { enabled: true } },
  'an edge without tokens': { existingSecret, edge: { enabled: true } },
  'a budget in words': { existingSecret, podDisruptionBudget: { minAvailable: 'half' } },
}

/** Values that the schema cannot explain: the chart refuses them with a message that has this text. */
export const explained: Record<string, { values: Values; message: string }> = {
  'an old name': { values: { replicas: 3 }, message: 'replicas was renamed: use replicaCount.' },
  'an old group': {
    values: { metrics: { enabled: true } },
    message: 'metrics was renamed: use serviceMonitor.',
  },
  'an old name of the edge': { values: { edge: { replicas: 3 } }, message: 'use edge.replicaCount.' },
  'an old ingress': {
    values: { ingress: { enabled: true, host: 'flags.example.com' } },
    message: 'ingress.host was renamed: use ingress.hosts',
  },
  'a port': { values: { env: { PORT: 8080 } }, message: 'env.PORT: the chart sets the port.' },
  'a port by its other name': { values: { env: { HTTP_PORT: 8080 } }, message: 'env.HTTP_PORT: the chart' },
  'a URL': { values: { env: { URL: 'https://flags.example.com' } }, message: 'env.URL: use the value url.' },
  'a snapshot folder': { values: { env: { SNAPSHOT_FOLDER: '/data' } }, message: 'set persistence.enabled' },
  'a name with prefix': {
    values: { env: { FLAGSTAFF_PORT: 1 } },
    message: 'env.FLAGSTAFF_PORT: write the setting without FLAGSTAFF_.',
  },
  'tokens of an edge': {
    values: { edge: { env: { TOKENS: 'a' } } },
    message: 'edge.env.TOKENS: put EDGE_TOKENS',
  },
}
