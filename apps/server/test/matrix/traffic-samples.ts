import type { Given } from './samples.ts'

type Sample = (things: Given) => Record<string, unknown>

export const trafficSamples: Record<string, Sample> = {
  'GET router/traffic': ({ point }) => ({ router_name: point, interface: 'wan', range: '12h' }),
  'GET account/traffic': ({ network_number }) => ({ network_number }),
  'GET account/changes': ({ network_number }) => ({ network_number }),
  'WS router/traffic': ({ point }) => ({ router_name: point }),
}
