import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { judgeSeeded, type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, round } from './figure.ts'
import { withServer } from './server.ts'

/** Software members of the measured account, and of each of its neighbours. */
const MEMBERS = 100_000
const NEIGHBOURS = 2
const ROUTERS = 100
const CONNECTIONS = 8
const SECONDS = 6
const SESSIONS = 600
const P95_MS = 50
const COLD_MS = 300

const asked: [what: string, query: string][] = [
  ['both kinds, worst first, page 1', 'page=1'],
  ['both kinds, worst first, page 500', 'page=500'],
  ['both kinds, worst first, a page in the middle', `page=${MEMBERS / 20}`],
  ['both kinds, worst first, last page', `page=${(MEMBERS + ROUTERS) / 10}`],
  ['attention', 'attention=1'],
  ['both kinds, two Chinese characters', `search=${encodeURIComponent('王伟')}`],
  ['both kinds, signed in', 'online_status=1'],
  ['no search, page 1', 'type=2&page=1'],
  ['no search, page 500', 'type=2&page=500'],
  ['two Chinese characters', `type=2&search=${encodeURIComponent('王伟')}`],
  ['four digits of a phone', 'type=2&search=8843'],
  ['a part of the name', 'type=2&search=zhang'],
  ['a part of the name, page 200', 'type=2&search=zhang&page=200'],
  ['one character that everybody has', 'type=2&search=1'],
  ['signed in, no search', 'type=2&online_status=1'],
  ['away, no search', 'type=2&online_status=0'],
]

/** Measures the list of members of a large account, over HTTP. */
export const memberLists: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: ROUTERS, networks: 10 })
    const began = performance.now()
    await seedSoftware(server.database, owner)
    for (let i = 0; i < NEIGHBOURS; i++)
      await seedSoftware(server.database, await seedAccount(server.database, `neighbour${i}`, { members: ROUTERS, networks: 10 }))
    await judgeSeeded(server.database)
    await withClient(server.database, (client) => client.query('vacuum (analyze) member, member_text, member_count, member_state'))
    say(`${MEMBERS * (1 + NEIGHBOURS)} software members written in ${round((performance.now() - began) / 1000)} s`)
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const pathOf = (query: string) => `/api/v1/router/lists?limit=10&${query}`

    const cold = performance.now()
    const first = await fetch(server.console + pathOf('type=2&page=1'), { headers: { authorization: `Bearer ${tokens[0]}` } })
    const { count } = (await first.json()) as { count: number }
    const figures = [
      atMost(`router/lists, ${count} members: the first page, nothing asked before`, COLD_MS, performance.now() - cold, 'ms'),
    ]
    return inTemporaryFolder(async (dir) => {
      for (const [what, query] of asked) {
        const { p95_ms, per_second, refused } = await answered(dir, {
          url: server.console,
          path: pathOf(query),
          tokens,
          connections: CONNECTIONS,
          seconds: SECONDS,
        })
        say(`${what}: ${Math.round(per_second)}/s, p95 ${round(p95_ms)} ms, ${refused} refused`)
        figures.push(atMost(`router/lists, ${CONNECTIONS} connections, ${what}: p95`, P95_MS, p95_ms, 'ms'))
      }
      return figures
    })
  })

/**
 * Writes members as an office has them: pinyin names with a number, Chinese notes with a department, seven of ten with a phone. One in twenty is
 * signed in, one in two hundred disabled, and a tenth of the account's routers is lost.
 */
async function seedSoftware(database: string, { account_id }: Owner): Promise<void> {
  const PART = 20_000
  await withClient(database, async (client) => {
    for (let from = 1; from <= MEMBERS; from += PART)
      await client.query(
        `with family as (select * from unnest('{王,李,张,刘,陈,杨,赵,黄,周,吴,徐,孙,胡,朱,高,林,何,郭,马,罗,梁,宋,郑,谢,韩,唐,冯,于,董,萧}'::text[],
             '{wang,li,zhang,liu,chen,yang,zhao,huang,zhou,wu,xu,sun,hu,zhu,gao,lin,he,guo,ma,luo,liang,song,zheng,xie,han,tang,feng,yu,dong,xiao}'::text[])
             with ordinality as f(zh, py, n)),
           given as (select * from unnest('{伟,芳,娜,敏,静,丽,强,磊,军,洋,勇,艳,杰,娟,涛,明,超,秀英,霞,平,刚,桂英,建国,建华,志强,海燕,小红,文博,子涵,雨欣,宁}'::text[],
             '{wei,fang,na,min,jing,li,qiang,lei,jun,yang,yong,yan,jie,juan,tao,ming,chao,xiuying,xia,ping,gang,guiying,jianguo,jianhua,zhiqiang,haiyan,xiaohong,wenbo,zihan,yuxin,ning}'::text[])
             with ordinality as g(zh, py, n)),
           department as (select * from unnest('{财务部,人事部,采购部,信息部,市场部,客服部,仓储部,总经办,杭州分公司,上海分公司}'::text[]) with ordinality as d(zh, n))
         insert into member (account_id, router_name, router_type, note, area_code, phone, online_status, status, create_time)
         select a.account_id, f.py || g.py || i || '@' || a.sign, 2, f.zh || g.zh || ' ' || d.zh, case when i % 10 < 7 then '86' end,
           case when i % 10 < 7 then '1' || (3 + i % 7) || lpad((i::bigint * 7919731 % 1000000000)::text, 9, '0') end, (i % 20 = 0)::int,
           (i % 200 <> 7)::int, now() - i * interval '13 seconds'
         from account a, generate_series($2::int, $3::int) i join family f on f.n = 1 + i % 30 join given g on g.n = 1 + i % 31
           join department d on d.n = 1 + i / 7 % 10
         where a.account_id = $1`,
        [account_id, from, from + PART - 1],
      )
    await client.query(
      `update member set connect_time = now() - interval '1 day' where account_id = $1 and router_type = 1 and right(router_name, 6)::int % 10 = 5`,
      [account_id],
    )
  })
}
