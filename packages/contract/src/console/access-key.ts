import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { AccessKeyId, lineOfText, RoleId, UnixTime } from '../fields/schemas.ts'
import { list, post } from './api.ts'

export const ACCESS_KEY_DAYS_MAX = 366
export const ACCESS_KEY_NAME_MAX = 24
export const AccessKey = z.object({
  id: z.string(),
  name: z.string(),
  role_id: z.string(),
  role_name: z.string(),
  create_time: UnixTime,
  expire_time: UnixTime,
  /** When it was last used, to the minute; null if never. */
  last_time: UnixTime.nullable(),
  /** The address from which it was last used. */
  last_address: z.string().nullable(),
})
export type AccessKey = z.output<typeof AccessKey>

/** Keys with which scripts call the API. Each has the rights of a role and an expiry. */
export const accessKeys = {
  lists: list('access_keys/lists', {
    access: 'owner',
    summary: '访问密钥列表',
    input: PageQuery.omit({ search: true }),
    row: AccessKey,
  }),
  create: post('access_keys/create', {
    access: 'owner',
    summary: '创建访问密钥',
    done: says.created,
    input: z.strictObject({ name: lineOfText(1, ACCESS_KEY_NAME_MAX), role_id: RoleId, expire_time: UnixTime }),
    /** The key itself is shown only in this answer. */
    output: z.object({ id: z.string(), access_key: z.string() }),
    audit: 'role',
    credentials: true,
    fresh_proof: true,
  }),
  delete: post('access_keys/delete', {
    access: 'owner',
    summary: '删除访问密钥',
    done: says.deleted,
    input: z.strictObject({ id: AccessKeyId }),
    audit: 'role',
    credentials: true,
  }),
}
