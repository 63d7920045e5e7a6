import type { ProblemAction, ProblemCause, reminderKinds } from './console/verdict.ts'
import type { Language } from './language.ts'
import { setTogether } from './spacing.ts'

/** A sentence in each language. `{x}` is a parameter. */
type Sentence = Record<Language, string>
const say = (zh: string, en: string): Sentence => ({ 'zh-CN': zh, en })

interface ProblemWords {
  action: ProblemAction
  /** What is wrong; of several members `many`. */
  title: Sentence
  many?: Sentence
  /** What follows from it, by situation. */
  effect: Readonly<Record<string, Sentence>>
}

/** The sentences of every cause: what is wrong, what follows from it, and what the console offers. */
export const problemWords = {
  service_lapsed: {
    action: 'renew',
    title: say('全部组网已停用', 'Every network is down'),
    effect: {
      any: say(
        '已组网成员数超过可用成员数，续费或移出多余的成员后恢复',
        'More members are networked than are paid for; renew, or remove surplus members',
      ),
    },
  },
  pop_lapsed: {
    action: 'renew',
    title: say('POP 资源{pop}已到期', 'The POP resource {pop} has ended'),
    effect: {
      stranded: say('组网{network}的{n}个成员没有可用的接入点', '{n} members of {network} have no access point'),
      backed: say('组网{network}只能经中心连接，没有备用', '{network} is connected by its hubs alone, without a reserve'),
    },
  },
  center_down: {
    action: 'steps',
    title: say('中心{name}失联，影响{n}个分支', 'The hub {name} is lost, and {n} branches with it'),
    effect: {
      stranded: say('{n}个分支的隧道全部中断，中心恢复后自动恢复', 'No tunnel of {n} branches is up; they come back with the hub'),
      backed: say('{n}个分支已改走其他线路，业务未中断', '{n} branches use their other links; traffic goes on'),
      both: say(
        '{stranded}个分支的隧道全部中断，{backed}个分支已改走其他线路',
        'No tunnel of {stranded} branches is up; {backed} use their other links',
      ),
      never: say('中心{name}从未连接，{n}个分支无法接入', 'The hub {name} has never connected, so {n} branches cannot'),
    },
  },
  connection_lost: {
    action: 'steps',
    title: say('{name}失联', '{name} is lost'),
    many: say('{name}同时失联', '{name} were lost at the same time'),
    effect: {
      alone: say(
        '设备与平台失去联系，多半是断电或上网线路中断',
        'It lost contact with the platform; most likely the power or the uplink failed',
      ),
      centers: say(
        '设备与平台和{centers}同时失去联系，多半是断电或上网线路中断',
        'It lost contact with the platform and {centers} at the same time; most likely the power or the uplink failed',
      ),
      tunnels: say('设备与平台失去联系，但隧道仍然正常', 'It lost contact with the platform, but its tunnels are up'),
      together: say(
        '{n}台设备从同一个公网地址{address}同时断开，多半是那里断电或上网线路中断',
        '{n} devices behind the address {address} were lost together; most likely the power or the uplink failed there',
      ),
    },
  },
  tunnel_down: {
    action: 'redial',
    title: say('{name}的隧道全部中断', 'No tunnel of {name} is up'),
    effect: {
      any: say(
        '设备已登录平台，但到{targets}的隧道未建立，请检查 UDP 端口是否放行',
        'It is signed in, but its tunnels to {targets} are down; check that UDP ports are open',
      ),
    },
  },
  config_failed: {
    action: 'resend',
    title: say('{name}的配置下发失败', 'The configuration of {name} was not applied'),
    effect: {
      any: say('设备报告：{error}', 'The device reports: {error}'),
      hidden: say('原因请咨询主账号管理员', 'Ask the account owner for the reason'),
    },
  },
  address_changed: {
    action: 'steps',
    title: say('{name}的公网地址改变后，隧道尚未恢复', 'The public address of {name} changed, and its tunnels have not come back'),
    effect: { any: say('若中心限制了来源地址，请放行新的地址', 'Admit the new address where the hub filters by source') },
  },
  links_down: {
    action: 'open_member',
    title: say('{name}的部分链路中断', 'Some links of {name} are down'),
    effect: { any: say('到{targets}的链路中断，业务由其他链路承担', 'The links to {targets} are down; others carry the traffic') },
  },
} as const satisfies Record<ProblemCause, ProblemWords>

/** The sentences of what will need something and is not broken. */
export const reminderWords = {
  service_ending: say('{service}{days}天后到期', '{service} ends in {days} days'),
  pop_ending: say('POP 资源{pop}{days}天后到期', 'The POP resource {pop} ends in {days} days'),
  never_connected: say('{name}等待首次上线', '{name} waits for its first connection'),
  places_left: say('{service}剩{n}个名额', '{service}: {n} places left'),
} as const satisfies Record<(typeof reminderKinds)[number], Sentence>

/** The centers that a lost device lost with the platform. */
const counts: Record<Language, (n: number) => string> = {
  'zh-CN': (n) => (n === 1 ? '中心' : n === 2 ? '两个中心' : ` ${n} 个中心`),
  en: (n) => (n === 1 ? 'its hub' : `${n} hubs`),
}
export const centersText = (n: number, language: Language): string => counts[language](n)

/** Returns a sentence with its parameters filled in; a name of Latin letters is set apart from Chinese. */
export function filled(sentence: Sentence, language: Language, params: Readonly<Record<string, string | number>>): string {
  const parts = sentence[language].split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : String(params[part] ?? '')))
  return language === 'zh-CN' ? setTogether(...parts.filter((part) => part !== '')) : parts.join('')
}
