import { z } from 'zod'
import { PageQuery } from '../endpoint.ts'
import { Flag, NetworkNumber } from '../fields.ts'
import { get, list } from './api.ts'

/** A member that a network may still take. Of its networks only those count that the caller may see. */
export const MemberOption = z.object({
  router_name: z.string(),
  note: z.string(),
  online: Flag,
  network_count: z.number().int(),
  /** One of them, to go to; null where it is in none. */
  network_number: z.string().nullable(),
})
export type MemberOption = z.output<typeof MemberOption>

/** `network_number` leaves out the members of that network. */
const OptionQuery = PageQuery.extend({ network_number: NetworkNumber.optional() })

export const router = {
  hardware: list('router/hardware', { access: 'any', summary: '可选硬件成员', input: OptionQuery, row: MemberOption }),
  software: list('router/software', { access: 'any', summary: '可选软件成员', input: OptionQuery, row: MemberOption }),
  quantity: get('router/quantity', {
    access: 'any',
    summary: '成员数量',
    output: z.object({ hardware: z.number().int(), software: z.number().int(), max: z.number().int(), software_surplus: z.number().int() }),
  }),
}
