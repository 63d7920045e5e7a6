import { z } from 'zod'
import { says } from '../done.ts'
import { aFile } from '../endpoint.ts'
import { lineOfText, NetworkNumber, neverEmpty, RouterName, UnixTime } from '../fields/schemas.ts'
import { MAX_SELECTED_MEMBERS, sheetBody, XLSX } from '../member.ts'
import { plain } from '../reading.ts'
import { file, get, post } from './api.ts'
import { DeletionRow, MemberFilter } from './router.ts'

/** One row of a list of members to add, as a preview shows it. */
export const BatchRow = z.object({
  /** Its number in the sheet, as a spreadsheet program shows it. */
  row: z.number().int(),
  username: z.string(),
  area_code: z.string(),
  phone: z.string(),
  note: z.string(),
})
export type BatchRow = z.output<typeof BatchRow>
/** A problem of one row; `field` names a column of `addColumns`, or '' for the whole row. */
export const BatchError = z.object({ row: z.number().int(), field: z.string(), msg: z.string() })
export type BatchError = z.output<typeof BatchError>
/** `data` of the answer to a refused list: the first rows of the preview, every row with a problem, and all problems. */
export const BatchProblems = z.object({ errors: z.array(BatchError), rows: z.array(BatchRow), total: z.number().int() })
export type BatchProblems = z.output<typeof BatchProblems>

const OPENVPN_PROFILE = 'application/x-openvpn-profile'
const OneProfile = z.strictObject({ router_name: RouterName, network_number: NetworkNumber })

/** Seconds for which a link gives the profile of a member, once. */
export const PROFILE_LINK_SECONDS = 600
/** A link to a profile as it was made. Only this answer holds its token. */
export const ProfileLink = z.object({ link_id: z.string(), token: z.string(), expire_time: UnixTime })
export type ProfileLink = z.output<typeof ProfileLink>
export const ProfileLinkState = z.object({
  expire_time: UnixTime,
  /** When it was used; null if it was not. */
  use_time: UnixTime.nullable(),
  /** The system of the device that used it, as its browser names it; '' if it names none. */
  use_system: z.string(),
})
export type ProfileLinkState = z.output<typeof ProfileLinkState>

/** Members in spreadsheets, and the profile of a standard client. */
export const memberFiles = {
  batch: post('router/batch', {
    spends: [{ budget: 'workbook_time', at: 'service' }],
    access: 'member.create',
    summary: '批量添加软件成员',
    done: says.unlessTrial(({ added }: { added: number }) => says.membersAdded(added)),
    /** `check` 1 only checks the list and adds nothing. */
    input: z.strictObject({ check: neverEmpty(z.enum(['0', '1']).default('0')) }),
    body: sheetBody,
    rate: 'heavy',
    /** `rows`: the first rows after a check, all rows after adding. */
    output: z.object({ added: z.number().int(), total: z.number().int(), rows: z.array(BatchRow) }),
    timeout: 60,
    audit: 'member',
  }),
  batch_delete: post('router/batch_delete_file', {
    spends: [{ budget: 'workbook_time', at: 'service' }],
    access: 'member.delete',
    summary: '按文件批量删除软件成员',
    done: says.rowsDeleted,
    body: sheetBody,
    rate: 'heavy',
    output: z.array(DeletionRow),
    timeout: 60,
    audit: 'member',
  }),
  template: file('router/software_template', { access: 'any', summary: '批量添加模板', media_type: XLSX }),
  deleteTemplate: file('router/software_delete_template', { access: 'any', summary: '批量删除模板', media_type: XLSX }),
  export: file('router/export', {
    access: 'member.view',
    summary: '导出成员',
    // The members that the list with this filter shows. `progress`: an id that the caller chooses; `account/events` reports the progress under it.
    input: MemberFilter.extend({ search: lineOfText(0, 64).default(''), progress: z.uuid().optional() }),
    media_type: XLSX,
    rate: 'heavy',
  }),
  export_selected: post('router/export_selected', {
    access: 'member.view',
    summary: '导出所选成员',
    input: z.strictObject({ router_name: z.array(RouterName).min(1).max(MAX_SELECTED_MEMBERS), progress: z.uuid().optional() }),
    output: aFile,
    media_type: XLSX,
    rate: 'heavy',
    timeout: null,
  }),
  profile: file('router/profile', {
    access: 'member.edit',
    summary: '标准 OpenVPN 客户端配置',
    input: OneProfile,
    media_type: OPENVPN_PROFILE,
    audit: 'member',
    writes: true,
  }),
  profile_link: post('router/profile_link', {
    access: 'member.edit',
    summary: '生成配置的一次性链接',
    done: says.created,
    spends: [{ budget: 'profile_link', at: 'door' }],
    input: OneProfile,
    output: ProfileLink,
    audit: 'member',
  }),
  profile_link_state: get('router/profile_link_state', {
    access: 'member.edit',
    summary: '一次性链接的状态',
    input: z.strictObject({ router_name: RouterName, link_id: z.uuid() }),
    output: ProfileLinkState,
  }),
  /** The call behind such a link: whoever has the token gets the profile. A wrong token, and nothing else, is counted. */
  profile_link_use: post('router/profile_link_use', {
    access: 'public',
    summary: '用一次性链接下载配置',
    rate: 'sign_in',
    spends: [{ budget: 'profile_link_token', at: 'service' }],
    input: z.strictObject({ token: z.string().overwrite(plain).min(1, 'required').max(128) }),
    output: aFile,
    media_type: OPENVPN_PROFILE,
    audit: 'member',
  }),
}
