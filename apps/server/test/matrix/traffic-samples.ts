import type { Given } from './samples.ts'

type Sample = (things: Given) => Record<string, unknown>

export const trafficSamples: Record<string, Sample> = {
  'GET router/traffic': ({ point }) => ({ router_name: point, interface: 'wan', range: '12h' }),
  'GET account/traffic': ({ network_number }) => ({ network_number }),
  'GET network/link_traffic': ({ network_number, point }) => ({ network_number, router_name: [point] }),
  'GET network/link_quality': ({ network_number, point }) => ({ network_number, router_name: point }),
  'GET network/link_quality_history': ({ network_number, point, center }) => ({
    network_number,
    router_name: point,
    center_router_name: center,
    range: '1d',
  }),
  'GET account/changes': ({ network_number }) => ({ network_number }),
  'WS router/traffic': ({ point }) => ({ router_name: point }),
}
