import type { DiagnosisCause } from './diagnosis.ts'
import type { Language } from './language.ts'

interface Guide {
  /** What is most likely the matter, in one line. */
  headline: string
  /** Who the steps are for. */
  audience: string
  /** What to check or to do, one after another. */
  steps: readonly string[]
}

const onSite = { 'zh-CN': '请现场同事依次检查', en: 'Ask the person on site to check, in this order' }
const doThis = { 'zh-CN': '可以这样处理', en: 'What you can do' }

const guide = (
  audience: Record<Language, string>,
  zh: [headline: string, ...steps: string[]],
  en: [headline: string, ...steps: string[]],
): Record<Language, Guide> => {
  const of = (language: Language, [headline, ...steps]: [string, ...string[]]) => ({ headline, audience: audience[language], steps })
  return { 'zh-CN': of('zh-CN', zh), en: of('en', en) }
}

/** What to do about each cause, in steps that somebody can follow who does not know networks. A cause without steps needs nothing done. */
export const siteGuides: Record<DiagnosisCause | 'links_down', Record<Language, Guide>> = {
  disabled: guide(
    doThis,
    ['成员已停用', '确认该成员可以恢复使用', '启用成员，之后由本人重新登录'],
    ['This member is disabled', 'Make sure that it may be used again', 'Enable it; then its owner signs in again'],
  ),
  service_lapsed: guide(
    doThis,
    ['服务额度不足，全部组网已停用', '续费或购买更多组网成员', '不能续费时，移出多余的成员，组网随即恢复'],
    [
      'Too little is paid for, so every network is down',
      'Renew, or buy more network members',
      'Or remove surplus members: the networks come back at once',
    ],
  ),
  never_activated: guide(
    { 'zh-CN': '开通步骤', en: 'How to start it' },
    [
      '设备还没有激活',
      '现场：WAN 口接光猫，通电，等待电源灯常亮',
      '现场：确认光猫能上网，上级防火墙没有拦截设备访问互联网',
      '现场：按随货资料用激活码激活设备；没有激活码，请提交工单向运营商索取',
      '您：激活后在本页确认状态变为“正常”，组网配置会自动下发',
    ],
    [
      'This device is not activated yet',
      'On site: connect the WAN port to the modem, switch it on and wait for a steady power light',
      'On site: make sure that the modem is online, and that no firewall keeps the device from the internet',
      'On site: activate the device with its code, as its papers say; if there is no code, open a ticket to ask for it',
      'You: see here that it becomes “Up”; its configuration is sent by itself',
    ],
  ),
  never_signed_in: guide(
    { 'zh-CN': '开通步骤', en: 'How to start it' },
    ['成员还没有登录过', '把登录名、密码和客户端下载地址发给本人', '本人安装客户端并登录', '忘记密码：重置后旧密码立即失效'],
    [
      'This member has not signed in yet',
      'Send its owner the login, the password and where to download the client',
      'Its owner installs the client and signs in',
      'If the password is lost: reset it; the old one ends at once',
    ],
  ),
  signed_out: guide(
    { 'zh-CN': '如果本人说登录不上', en: 'If its owner cannot sign in' },
    ['未登录，属于正常状态', '把登录说明和下载地址发给本人', '忘记密码：重置后旧密码立即失效'],
    [
      'Signed out, which is normal',
      'Send its owner the sign-in help and the download address',
      'If the password is lost: reset it; the old one ends at once',
    ],
  ),
  connection_lost: guide(
    onSite,
    [
      '断电或上网线路中断的可能性最大',
      '电源灯不亮：检查插座和适配器',
      'WAN 灯不亮或红色：重启光猫，等待 2 分钟',
      '用手机连光猫上网，仍不通：向宽带运营商报修',
      '光猫能上网，路由器不通：重启路由器，仍不通请提交工单',
    ],
    [
      'Most likely power or the uplink',
      'No power light: check the socket and the adapter',
      'The WAN light is off or red: restart the modem and wait for 2 minutes',
      'A phone on the modem is not online either: report it to the carrier',
      'The modem is online and the router is not: restart the router; if that does not help, open a ticket',
    ],
  ),
  address_changed: guide(
    doThis,
    ['公网地址变化后，隧道没有恢复', '中心或上级防火墙限制了来源地址时，放行新的地址', '重新拨号', '仍不通：重启路由器，再不通请提交工单'],
    [
      'The tunnels did not come back after its address changed',
      'Admit the new address where the hub or a firewall filters by source',
      'Redial',
      'If that does not help: restart the router, and then open a ticket',
    ],
  ),
  config_failed: guide(
    doThis,
    ['设备没有接受组网配置', '按左侧的原因修改配置，保存后自动重新下发', '原因已消除：重新下发配置', '仍然失败：请提交工单'],
    [
      'The device did not accept its configuration',
      'Change the configuration by the reason given; it is sent again when you save',
      'If the reason is gone: send the configuration again',
      'If it still fails: open a ticket',
    ],
  ),
  no_network: guide(
    doThis,
    ['成员未加入任何组网', '创建组网，或将成员添加到已有的组网'],
    ['This member is in no network', 'Create a network, or add it to one'],
  ),
  no_center: guide(
    doThis,
    ['组网没有可连接的中心', '在组网中添加中心，或启用到中心的连接'],
    ['Its network has no hub to connect to', 'Add a hub to the network, or enable the link to one'],
  ),
  pop_lapsed: guide(
    doThis,
    ['组网的 POP 资源已到期', '续费 POP 资源，续费后自动恢复', '不再续费时，在组网中添加中心，由中心接入'],
    [
      'The POP resource of its network has ended',
      'Renew the POP resource; it then comes back by itself',
      'If you will not renew it: add a hub to the network for it to connect to',
    ],
  ),
  center_down: guide(
    doThis,
    ['问题在中心，不在这个成员', '先恢复中心：打开中心的页面，按那里的步骤检查', '中心恢复后，本成员自动重连，无需操作'],
    [
      'The fault is at the hub, not here',
      'Bring the hub back first: open its page and follow the steps there',
      'This member then comes back by itself',
    ],
  ),
  tunnel_down: guide(
    doThis,
    [
      '设备能上网，到中心的隧道不通',
      '重新拨号',
      '现场：确认光猫或上级防火墙没有拦截 UDP',
      '中心一侧：确认防火墙放行了中心的固定端口',
      '仍不通：请提交工单',
    ],
    [
      'The device is online, but its tunnel to the hub is down',
      'Redial',
      'On site: make sure that neither the modem nor a firewall blocks UDP',
      'At the hub: make sure that its firewall admits the fixed port of the hub',
      'If that does not help: open a ticket',
    ],
  ),
  /** Some tunnels are down beside others that are up. */
  links_down: guide(
    doThis,
    ['部分链路中断，其余链路正常', '重新拨号', '中心一侧：确认防火墙放行了中心的固定端口', '仍不通：请提交工单'],
    [
      'Some links are down; the others are up',
      'Redial',
      'At the hub: make sure that its firewall admits the fixed port of the hub',
      'If that does not help: open a ticket',
    ],
  ),
  no_branch: guide(doThis, ['中心正常，尚无分支接入'], ['This hub is well; no branch is connected yet']),
  online: guide(doThis, ['一切正常'], ['All is well']),
}
