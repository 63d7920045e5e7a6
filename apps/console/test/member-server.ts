import { contract, type MemberSummary, needsAttention } from '@weft/contract'
import { aMemberSummary, anAccount, aSoftwareMember } from './data.ts'
import { type StubServer, stubServer } from './stub-server.ts'

/** Rows of a page, fewer than in production: a full table takes jsdom seconds. */
const PAGE = 3

/** Returns a stub server with members, their lists, selections over all pages, and the calls that change them. */
export function memberServer(options: { wide?: boolean } = {}): StubServer & { members: MemberSummary[] } {
  const server = Object.assign(stubServer(options), { members: [] as MemberSummary[] })
  const found = ({ type, attention, search = '', ...filters }: Record<string, unknown>) =>
    server.members.filter(
      (member) =>
        (type === undefined || String(member.router_type) === type) &&
        (attention === undefined || needsAttention(member.state)) &&
        (member.router_name + member.note).includes(String(search)) &&
        (['online', 'online_status', 'status'] as const).every((name) => (filters[name] ?? String(member[name])) === String(member[name])),
    )
  const changing = (names: string | string[], differs: (member: MemberSummary) => boolean) =>
    server.members.filter((member) => [names].flat().includes(member.router_name) && differs(member))
  const remove = (gone: (member: MemberSummary) => boolean) => {
    const removed = server.members.filter(gone)
    server.members = server.members.filter((member) => !gone(member))
    return removed
  }

  server.on(contract.account.info, anAccount())
  server.on(contract.directory.status, { enable: 0, sync_mode: null })
  server.on(contract.router.quantity, () => {
    const software = server.members.filter((member) => member.router_type === 2).length
    return { hardware: server.members.length - software, software, max: 20, software_surplus: 20 - software }
  })
  server.on(contract.router.list, (input) => {
    const rows = found(input)
    const page = Number(input.page ?? 1)
    return { rows: rows.slice((page - 1) * PAGE, page * PAGE), count: rows.length }
  })
  server.on(contract.router.names, (input) => found(input).map(({ router_name }) => router_name))
  server.on(contract.router.note, ({ router_name, note, check }) => {
    const rows = changing(router_name, (member) => member.note !== note)
    const answer = rows.map((member) => ({ router_name: member.router_name, before: member.note, after: note }))
    if (!check) for (const member of rows) Object.assign(member, { note })
    return { changed: rows.length, unchanged: [router_name].flat().length - rows.length, rows: answer }
  })
  server.on(contract.router.update_status, ({ router_name, status, check }) => {
    const rows = changing(router_name, (member) => member.status !== status)
    const answer = rows.map((member) => ({ router_name: member.router_name, before: String(member.status), after: String(status) }))
    if (!check) for (const member of rows) Object.assign(member, { status })
    return { changed: rows.length, unchanged: [router_name].flat().length - rows.length, rows: answer }
  })
  server.on(contract.router.labels, { provinces: [], tags: [] })
  server.on(contract.router.label, ({ router_name, province, city, add_tags = [], check }) => {
    const rows = changing(router_name, () => true)
    if (!check)
      for (const member of rows)
        Object.assign(member, { tags: [...member.tags, ...add_tags], ...(province === undefined ? {} : { province, city }) })
    return { changed: rows.length, unchanged: 0, rows: rows.map((row) => ({ router_name: row.router_name, before: '', after: '新' })) }
  })
  server.on(contract.router.delete, ({ router_name }) => {
    remove((member) => member.router_name === router_name)
    return null
  })
  server.on(contract.router.batch_delete, ({ router_name }) =>
    router_name.map((name) => {
      const [gone] = remove((member) => member.router_name === name)
      return { name: gone?.note || name, router_name: name, result: gone ? '删除成功' : '成员不存在', deleted: gone ? 1 : 0 }
    }),
  )
  server.on(contract.router.remove_disable, ({ check }) => {
    const disabled = (member: MemberSummary) => member.status === 0
    const going = check ? server.members.filter(disabled) : remove(disabled)
    return { removed: going.length, members: going.slice(0, 5).map(({ router_name, note }) => ({ router_name, note })) }
  })
  return server
}

/** Returns software members user1, user2 …, enough for more than one page. */
export const manySoftwareMembers = (count: number): MemberSummary[] =>
  Array.from({ length: count }, (_, at) => aSoftwareMember(`user${at + 1}`, { note: `员工${at + 1}` }))

/** Returns two hardware members, one of which never connected. */
export const twoDevices = (): MemberSummary[] => [
  aMemberSummary(),
  aMemberSummary({ router_name: 'WR-HZ-0002', note: '杭州店', online: 0, online_status: 0, version: null, state: 'never' }),
]
