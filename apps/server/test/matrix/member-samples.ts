import { aPhone } from '../credential-fixtures.ts'
import type { World } from '../world.ts'
import type { Given } from './samples.ts'

type Sample = (given: Given, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const none = () => ({})
let made = 0
const next = () => String(++made).padStart(6, '0')

/** Samples for the members of an account, and for whether a directory manages them. */
export const memberSamples: Record<string, Sample> = {
  'GET router/lists': () => ({ type: '2', search: 's', limit: 100 }),
  'GET router/names': () => ({ type: '2' }),
  'GET router/member': none,
  'GET router/hardware': ({ network_number }) => ({ network_number, limit: 100 }),
  'GET router/software': ({ network_number }) => ({ network_number, limit: 100 }),
  'GET router/quantity': none,
  'GET router/info': ({ point }) => ({ router_name: point }),
  'POST router/note': ({ point, free_software }) => ({ router_name: [point, free_software], note: `样本 ${next()}` }),
  'POST router/label': ({ point, free_software }) => ({
    router_name: [point, free_software],
    province: '安徽',
    city: '合肥',
    add_tags: [`样本 ${next()}`],
  }),
  'GET router/labels': none,
  'POST router/update_status': ({ point, free_software }) => ({ router_name: [point, free_software], status: 0 }),
  'POST router/add': () => ({ username: `sample${next()}`, password: 'secret-1234', phone: aPhone(), note: '样本' }),
  'POST router/phone': ({ free_software }) => ({ router_name: free_software, phone: aPhone() }),
  'POST router/password': ({ free_software }) => ({ router_name: free_software, password: 'secret-5678' }),
  'POST router/delete': ({ point }) => ({ router_name: point }),
  'POST router/delete_check': ({ point, free_software }) => ({ router_name: [point, free_software] }),
  'POST router/batch_delete': ({ point, free_software }) => ({ router_name: [point, free_software, 'nobody@nowhere'] }),
  'POST router/remove_disable': none,
}
