import type { Words } from './fields/field.ts'
import type { Language } from './language.ts'
import { disabled, refusal, sessionRefusals } from './session-refusals.ts'
import { sharedSentences } from './shared-sentences.ts'
import { setAfter } from './spacing.ts'

/** Returns a refusal about one field of the input: its envelope names the field, so that a form can show it there. */
const atField = <const Field extends string, R extends object>(field: Field, refusal: R) => ({ ...refusal, field })

/**
 * All refusals of the product, by name: wire code (docs/design/domain.md §8), both texts, the client's reaction. `{x}` is a
 * parameter.
 */
export const refusals = {
  // the door
  ...sessionRefusals,
  notPermitted: refusal(403, '没有操作权限，请联系主账号管理员开通', 'You are not permitted to do this; ask the account owner'),
  rightMissing: refusal(403, '没有「{right}」权限，请联系主账号管理员开通', 'You do not have the right “{right}”; ask the account owner'),
  viewingAsRole: refusal(
    403,
    '您正在以角色「{role}」查看，不能进行修改，请先退出查看',
    'You are looking as the role “{role}” and cannot change anything; leave the view first',
  ),
  operatorNotPermitted: refusal(403, '您的角色没有操作权限，请联系平台管理员', 'Your role does not permit this; ask an administrator'),
  pathUnknown: refusal(404, '请求的地址不存在', 'No such path'),
  methodUnknown: refusal(405, '请求的方法不支持', 'Method not allowed'),
  bodyTooLarge: refusal(413, '提交的内容超过大小限制', 'The body is too large'),
  bodyTooDeep: refusal(422, '提交的内容嵌套过深，最多 {n} 层', 'The body is nested too deep: at most {n} levels'),
  contentTypeUnknown: refusal(415, '提交的内容类型不支持', 'Unsupported content type'),
  foreignOrigin: refusal(403, '请求来自其他网站，已拒绝', 'The request came from a page of another site'),
  uploadIncomplete: refusal(422, '文件没有完整上传，请重试', 'The file did not arrive whole; try again'),
  changedElsewhere: refusal(409, '内容已被他人修改，请刷新后重试', 'Someone else changed this; reload and try again'),
  invalidInput: refusal(422, '提交的内容有误', 'The input is wrong'),
  idempotencyKeyReused: refusal(422, '同一个幂等键不能用于不同的请求', 'This idempotency key was used for another request'),
  tooManyTries: refusal(429, '操作过于频繁，请在 {seconds} 秒后重试', 'Too many tries; try again in {seconds} s'),
  budgetSpent: refusal(429, '{whose}{what}已达上限，请在 {wait}后重试', 'The limit of {what} for {whose} is reached; try again in {wait}'),
  ours: refusal(500, '系统异常，请稍后再试，错误编号 {id}', 'Something went wrong on our side; reference {id}'),
  unavailable: refusal(503, '服务暂时不可用，请稍后再试，错误编号 {id}', 'Temporarily unavailable; reference {id}'),

  // signing in
  captchaWrong: refusal(422, '图形验证码错误或已过期', 'The image code is wrong or has expired'),
  workNeeded: refusal(422, '请先完成计算验证', 'The computed verification is missing or too small'),
  wrongCredentials: refusal(401, '用户名或密码错误', 'Wrong name or password'),
  signInLocked: refusal(429, '密码错误次数过多，请在 {seconds} 秒后重试', 'Too many wrong passwords; try again in {seconds} s'),
  accountDisabled: refusal(403, ...disabled.account),
  subAccountDisabled: refusal(403, ...disabled.subAccount),
  nameTaken: atField('username', refusal(422, '用户名已被使用', 'This name is taken')),
  totpNeeded: refusal(401, '请输入两步验证码', 'Enter the code of your authenticator'),
  totpWrong: atField('code', refusal(422, '两步验证码错误', 'The code of the authenticator is wrong')),
  totpChallengeEnded: refusal(403, '两步验证已超时，请重新登录', 'The second step has run out; sign in again'),
  linkSessionLimited: refusal(403, '通过授权链接登录时不能修改登录凭据', 'A session from a login link cannot change credentials'),

  linkSessionRefused: refusal(403, '通过授权链接登录时不能进行此操作', 'A session from a login link cannot do this'),

  // codes by mail and text message
  imageCodeNeeded: refusal(401, '请输入图形验证码', 'Enter the image code'),
  codeWrong: atField('code', refusal(422, '验证码错误或已过期', 'The code is wrong or has expired')),
  codeSpent: atField('code', refusal(422, '验证码错误次数过多，请重新获取', 'Too many wrong codes; ask for another one')),
  codeNotDelivered: atField('code', refusal(422, '验证码未能送达：{reason}', 'The code could not be delivered: {reason}')),
  codeTooSoon: refusal(429, '发送过于频繁，请在 {seconds} 秒后重试', 'Wait {seconds} s before asking for another code'),
  codeDayLimit: refusal(429, '该号码或邮箱今日获取验证码的次数已用完，请明天再试', 'No more codes for this phone or e-mail today'),
  codeCallerLimit: refusal(429, '获取验证码的次数过多，请在 {wait}后重试', 'Too many codes were asked for; try again in {wait}'),
  channelUnavailable: refusal(403, '暂不支持通过{channel}接收验证码，请使用其他方式', 'Codes cannot be sent by {channel}; use another way'),
  receiptUnknown: refusal(204, '发送记录不存在', 'No such delivery'),

  // registration and recovery
  phoneTaken: refusal(422, '手机号已被使用', 'This phone is in use'),
  emailTaken: refusal(422, '邮箱已被使用', 'This e-mail is in use'),
  recoveryEnded: refusal(403, '找回密码已超时，请重新开始', 'The recovery has run out; start again'),
  recoveryOfSubAccount: refusal(403, '子账号请联系主账号管理员重置密码', 'Sub-accounts ask the account owner for a new password'),
  recoveryUnproved: refusal(401, '请先完成身份验证', 'Prove your identity first'),

  // the account
  identityNotVerified: refusal(401, '请先完成身份验证', 'Prove your identity first'),
  proofByContact: refusal(403, '请使用已绑定的手机或邮箱验证身份', 'Prove your identity by the phone or e-mail that is bound'),
  passwordWrong: atField('password', refusal(422, '登录密码错误', 'The password is wrong')),
  nothingBound: refusal(422, '请先绑定手机号或邮箱', 'Bind a phone or an e-mail first'),
  contactNotBound: refusal(422, '账号未绑定该验证方式', 'This contact is not bound'),
  samePhone: atField('phone', refusal(422, '新手机号不能与当前手机号相同', 'The new phone is the present one')),
  sameEmail: atField('email', refusal(422, '新邮箱不能与当前邮箱相同', 'The new e-mail is the present one')),
  oldPasswordWrong: atField('old_password', refusal(422, '原密码错误', 'The old password is wrong')),
  signTaken: atField('sign', refusal(422, '账号后缀已被使用', 'This suffix is taken')),
  totpAlreadyOn: refusal(403, '两步验证已开启', 'Two-step verification is on already'),
  totpNotOn: refusal(403, '两步验证未开启', 'Two-step verification is off'),
  totpNotSetUp: refusal(403, '请先生成两步验证密钥', 'Set up two-step verification first'),
  sessionNotFound: refusal(204, '该登录已结束', 'This session has ended'),

  // what is published
  messageNotFound: refusal(204, '消息不存在或已删除', 'No such message'),
  announcementNotFound: refusal(204, '公告不存在或已删除', 'No such announcement'),
  announcementPast: atField('release_time', refusal(422, '发布时间必须晚于现在', 'It must be released in the future')),
  announcementTimeMissing: atField('release_time', refusal(422, '发布时间不能为空', 'Choose when it is released')),
  announcementEnd: atField('end_time', refusal(422, '下线时间必须晚于现在和发布时间', 'It must end in the future, after its release')),
  announcementNotShown: refusal(403, '公告不在发布中，不需要下线', 'Customers do not see this announcement'),
  documentNotFound: refusal(204, '文档不存在或已下线', 'No such document'),
  documentInside: refusal(422, '文档不能移动到自己的下级', 'A document cannot be moved below itself'),
  documentHasChildren: refusal(403, '请先删除或移走下级文档', 'Delete or move the documents below it first'),
  clientVersionNotFound: refusal(204, '客户端版本不存在', 'No such client version'),
  clientVersionExists: refusal(422, '该版本已存在', 'This version exists'),
  uploadNotFound: refusal(204, '上传任务不存在或已过期', 'No such upload'),
  uploadOffset: refusal(409, '上传位置不一致，请从第 {received} 字节继续', 'Continue at byte {received}'),
  uploadChecksum: refusal(422, '文件校验失败，请重新上传', 'The checksum differs; upload again'),
  validationLinkInvalid: refusal(422, '验证链接无效或已过期', 'This link is invalid or has expired'),

  // monitoring
  monitorOff: refusal(403, '监控未开启', 'Monitoring is off'),
  monitorEmailNotBound: atField('email_confirm', refusal(422, '请先绑定邮箱', 'Bind an e-mail address first')),
  monitorWebhookNotSet: atField('webhook_confirm', refusal(422, '请先配置 Webhook', 'Configure a webhook first')),
  monitorHardwareOnly: atField('router', refusal(422, '软件成员 {name} 不能监控', 'Software member {name} cannot be monitored')),
  contactNotFound: refusal(204, '联系人不存在或已删除', 'No such contact'),
  contactTaken: atField('email', refusal(422, '已有联系人使用该邮箱', 'A contact has this e-mail address')),
  contactLimit: refusal(403, '联系人最多 {max} 位', 'At most {max} contacts'),
  contactVerified: refusal(403, '该联系人的邮箱已通过验证', 'This address is verified already'),
  incidentNotFound: refusal(204, '告警不存在，或您不能查看它所属的组网', 'No such incident, or of a network that you may not see'),
  maintenanceOfOthers: refusal(
    403,
    '维护窗口还含有您无权查看的成员，不能删除',
    'This maintenance window also has members that you may not view, so you cannot delete it',
  ),
  maintenanceOfAll: atField(
    'router',
    refusal(403, '您的角色只能查看部分成员，请选择维护的成员', 'Your role sees only some members: choose those of this window'),
  ),
  maintenanceNotFound: refusal(204, '维护窗口不存在或已删除', 'No such maintenance window'),
  maintenanceLimit: refusal(403, '维护窗口最多 {max} 个，请先删除不再需要的', 'At most {max} maintenance windows; delete some first'),
  maintenancePast: atField('end_time', refusal(422, '结束时间不能早于现在', 'It must end in the future')),
  webhookHost: atField(
    'url',
    refusal(422, '{type}的 Webhook 地址应以 https://{host}/ 开头', 'The address of {type} starts with https://{host}/'),
  ),
  webhookHttps: atField('url', refusal(422, '请输入以 https:// 开头的地址', 'Enter an address that starts with https://')),
  webhookSecretAgain: atField('secret', refusal(422, '地址已修改，请重新输入密钥', 'The address has changed: enter the secret again')),
  webhookNotSet: refusal(204, '尚未配置 Webhook', 'No webhook is configured'),
  webhookFailed: refusal(422, '发送失败：{reason}', 'It could not be sent: {reason}'),

  // networks
  networkNotFound: refusal(204, '组网不存在', 'No such network'),
  networkNameTaken: atField('network_name', refusal(422, '组网名称已存在', 'A network of this name exists')),
  networkNameTooLong: atField('network_name', refusal(422, '组网名称不能超过 {max} 个字符', 'A network name has at most {max} characters')),
  networkUnusable: refusal(
    403,
    '组网不可用：已组网成员数超过可用成员数，请续费或移出多余成员',
    'This network is unusable: renew or remove members',
  ),
  networkNeedsMember: refusal(422, '请至少添加一个成员', 'Add at least one member'),
  centerLimit: refusal(403, '中心最多支持 {n} 个', 'At most {n} hubs are supported'),
  softwareNeverCenter: refusal(422, '软件成员不能作为中心', 'A software member cannot be a hub'),
  memberLimit: refusal(403, '成员名额已满（{used}/{count}），请申请扩容', 'All {count} member places are used ({used}); request more'),
  memberTwice: refusal(422, '成员 {name} 重复', 'Member {name} is named twice'),
  memberAlreadyIn: refusal(422, '成员 {name} 已在该组网中', 'Member {name} is already in this network'),
  memberNotInNetwork: refusal(204, '成员不在该组网中', 'This member is not in the network'),
  lastCenterNeeded: refusal(
    403,
    '组网「{network}」仍有分支，不能移出最后一个中心',
    'Network “{network}” still has branches; its last hub cannot be removed',
  ),
  centerReplaced: refusal(422, '中心与分支不能是同一个成员：{name}', 'A member cannot be hub and branch at once: {name}'),
  segmentsExhausted: refusal(403, '没有可分配的互联网段，请联系客服', 'No interconnect segment is left; please contact support'),
  segmentFull: refusal(
    403,
    '互联网段 {segment} 地址已用完，可扩大掩码至 /16',
    'Interconnect segment {segment} is full; it can be widened to /16',
  ),

  // rows of branches to add
  branchesRefused: refusal(422, '第 {row} 行：{problem}', 'Row {row}: {problem}'),
  serialMissing: refusal(422, '请填写序列号', 'Enter the serial number'),
  deviceUnknown: refusal(422, '没有这台设备', 'No such device'),
  deviceNear: refusal(422, '没有这台设备，有一台相近的', 'No such device; one is similar'),
  deviceMistyped: refusal(
    422,
    '没有这台设备：第 {place} 位是{typed}，像是{meant}',
    'No such device: character {place} is {typed} and looks like {meant}',
  ),
  deviceDisabled: refusal(422, '{name} 已停用', '{name} is disabled'),
  branchTwice: refusal(422, '与第 {row} 行重复', 'Repeats row {row}'),
  branchAlreadyIn: refusal(422, '已在本组网中，名称相同', 'Already in this network, under this name'),
  branchAlreadyInAs: refusal(422, '已在本组网中，名称是「{name}」', 'Already in this network as “{name}”'),
  branchRenamed: refusal(422, '「{from}」会改名为「{to}」，在所有组网中生效', '“{from}” is renamed “{to}” in every network'),
  nameTooLong: refusal(422, '名称最多 {max} 个字', 'A name has at most {max} characters'),
  nameControl: refusal(422, '名称不能包含换行或控制字符', 'A name cannot contain line breaks or control characters'),
  nameNotPermitted: refusal(422, '您没有修改名称的权限，现在是「{name}」', 'You may not change its name, which is “{name}”'),
  prefixUnreadable: refusal(422, '「{text}」不是网段，例如 192.168.1.0/24', '“{text}” is not a prefix such as 192.168.1.0/24'),
  prefixNoMask: refusal(422, '{ip} 没有掩码', '{ip} has no mask'),
  prefixMask: refusal(422, '掩码范围为 {min}–{max}', 'A mask ranges from {min} to {max}'),
  prefixReserved: refusal(422, '不能使用保留网段 {block} 内的地址', 'Addresses of the reserved block {block} cannot be used'),
  prefixNotNetwork: refusal(422, '{ip} 不是 /{mask} 的网络地址', '{ip} is not the network address of /{mask}'),
  prefixSame: refusal(422, '与 {owner} 的网段相同', 'The same prefix as {owner}'),
  prefixOverlap: refusal(422, '与 {owner} 的 {other} 重叠', 'Overlaps {other} of {owner}'),
  prefixLimit: refusal(422, '填写了 {count} 个内网网段，一个站点最多 {most} 个', '{count} LAN prefixes; a site has at most {most}'),
  prefixesOfBranches: refusal(
    422,
    '截至本行共 {count} 个内网网段，一次最多添加 {most} 个，请分批添加',
    '{count} LAN prefixes up to this row; at most {most} can be added at once, so add them in parts',
  ),
  prefixMissing: refusal(422, '没有填写内网网段', 'No LAN prefix'),
  centerUnknown: refusal(422, '本组网没有「{name}」', 'No “{name}” in this network'),

  centerInUse: refusal(403, '中心 {name} 不能移出：{uses}，请先调整', 'Hub {name} cannot be removed: {uses}'),
  memberNotCenter: refusal(422, '成员 {name} 不是中心', 'Member {name} is not a hub'),
  memberNotPoint: refusal(422, '成员 {name} 不是分支', 'Member {name} is not a branch'),
  memberAway: refusal(403, '成员 {name} 未登录，无法执行此操作', 'Member {name} is not signed in'),
  memberUnreachable: refusal(
    422,
    '成员 {name} 不在线，恢复连接后才能检测',
    'Member {name} is offline; it can be checked once it is connected',
  ),
  memberSilent: refusal(422, '成员 {name} 没有及时应答，请稍后重试', 'Member {name} did not answer in time; try again later'),
  memberTooOld: refusal(422, '成员 {name} 的程序版本过旧，不支持检测', 'The program of member {name} is too old to be checked'),
  segmentOverlap: refusal(422, '{segment}（{what}）与{owner}的 {other} 重叠', '{segment} ({what}) overlaps {other} of {owner}'),
  segmentHoldsEnd: refusal(
    422,
    '{segment}（{what}）包含 {owner} 的公网地址 {address}，连到该地址的隧道将无法建立',
    '{segment} ({what}) holds {address}, the public address of {owner}: tunnels to it could not be built',
  ),
  segmentTooSmall: refusal(
    422,
    '网段 {segment} 只有 {room} 个地址，当前需要 {needed} 个',
    'Segment {segment} has {room} addresses; {needed} are needed',
  ),
  dnsLimit: atField('dns', refusal(403, '最多支持 {n} 个 DNS', 'At most {n} DNS servers are supported')),
  dnsTwice: atField('dns', refusal(422, 'DNS 不能重复', 'DNS servers cannot repeat')),
  prefixTwice: atField('prefix', refusal(422, '第 {row} 行与第 {other} 行重复', 'Row {row} repeats row {other}')),
  prefixOfHardwareOnly: refusal(422, '软件成员 {name} 不能设置路由前缀', 'Software member {name} has no prefixes'),
  prefixAdvancedOff: refusal(403, '未开通高级路由策略，不能设置动作、ge 和 le', 'Action, ge and le need the advanced routing policy'),
  quaggaOff: refusal(403, '未开通动态路由服务', 'Dynamic routing is not part of your plan'),
  quaggaOfHardwareOnly: refusal(422, '软件成员 {name} 不支持动态路由', 'Software member {name} has no dynamic routing'),
  defaultRouteOff: refusal(403, '未开通默认路由服务', 'The default route is not part of your plan'),
  routingNeedsTwo: refusal(403, '至少有两个中心才能设置主备线路', 'Main and backup lines need two hubs'),
  routingChoose: refusal(422, '请选择主中心和备中心', 'Choose the main and the backup hub'),
  routingSame: refusal(422, '主中心和备中心不能相同', 'Main and backup hub must differ'),
  portsEqual: atField('software_service', refusal(422, '硬件和软件的本地端口不能相同', 'The local ports must differ')),
  publicPortsEqual: atField(
    'software_service',
    refusal(422, '硬件和软件的公网 IP 与公网端口不能完全相同', 'Public IP and port of both services must differ'),
  ),
  portTaken: refusal(422, '{name} 的本地端口 {port} 已被组网「{network}」使用', 'Port {port} of {name} is used by network “{network}”'),
  centerLinkNeedsTwo: refusal(403, '恰好有两个中心时才能启用双中心互联', 'The hub interconnect needs exactly two hubs'),
  centerLinkThird: refusal(
    403,
    '双中心互联已启用，不能有第三个中心，请先关闭双中心互联',
    'The hub interconnect is on: turn it off before you add a third hub',
  ),
  centerLinkServer: atField('center_router_name', refusal(422, '请选择服务端', 'Choose the listening hub')),
  addressNotPublic: atField(
    'public_ip',
    refusal(
      422,
      '{ip} 不是公网地址，只有能直接访问它的中心才能连接',
      '{ip} is not a public address: only a hub that reaches it directly can dial it',
    ),
  ),
  centerLinkSegment: atField('gateway', refusal(422, '请填写网段和掩码', 'Enter a segment and its mask')),
  centerLinkPorts: atField('public_ip', refusal(422, sharedSentences.portsTogether['zh-CN'], sharedSentences.portsTogether.en)),
  segmentNotNetwork: atField('gateway', refusal(422, sharedSentences.segmentNotNetwork['zh-CN'], sharedSentences.segmentNotNetwork.en)),
  popReviewOver: refusal(422, 'POP 资源的确认已超时，请重新选择', 'The review has run out; choose the POP resource again'),
  centerLinkNotSet: refusal(403, '请先配置双中心互联', 'Configure the hub interconnect first'),
  lastLink: refusal(422, '成员 {name} 至少保留一条中心链路', 'Member {name} keeps at least one link'),
  softwareMemberOnly: refusal(422, '成员 {name} 不是软件成员', 'Member {name} is not a software member'),
  popResourceNotFound: refusal(204, 'POP 资源不存在', 'No such POP resource'),
  popResourceElsewhere: refusal(403, 'POP 资源已关联组网「{network}」', 'This POP resource belongs to network “{network}”'),
  popResourceEnded: refusal(403, 'POP 资源不可用或已到期', 'This POP resource is not usable or has expired'),
  popResourceNone: refusal(403, '组网未关联 POP 资源', 'This network has no POP resource'),
  popReview: refusal(423, '更换 POP 资源后请确认 IP 地址池', 'Review the address pool for the new POP resource'),
  popAreaUnknown: atField('ov_id_main', refusal(204, '请选择正确的区域', 'Choose a valid area')),
  popBackupAreaUnknown: atField('ov_id_backup', refusal(204, '请选择正确的区域', 'Choose a valid area')),
  popAreasSame: atField('ov_id_backup', refusal(422, '主用区域和备用区域不能相同', 'Main and backup area must differ')),
  popBackupNotOffered: atField('ov_id_backup', refusal(422, '当前 POP 资源不支持备用区域', 'This POP resource has no backup area')),
  workOrderNotFound: refusal(204, '工单不存在', 'No such work order'),
  workOrderNoMembers: atField(
    'pop_conf',
    refusal(422, '成员分配为空：请至少为一个区域分配一个成员', 'No member is assigned: assign at least one member to a region'),
  ),
  workOrderOpen: refusal(403, '该组网已有未完成的工单 {number}', 'This network has an open work order: {number}'),
  workOrderLastMember: refusal(
    422,
    '工单至少保留一个成员；不再需要时，请删除或取消工单',
    'An order keeps at least one member; delete or cancel it if it is no longer needed',
  ),
  workOrderState: refusal(403, '工单当前状态不支持此操作', 'Not possible in the present state of this order'),
  popRegionUnknown: refusal(422, '区域「{region}」暂不可申请', 'Region “{region}” is not offered'),
  popRegionNotChosen: refusal(422, '成员分配到了未选择的区域「{region}」', 'Members stand in region “{region}”, which was not chosen'),
  popMemberTwice: refusal(422, '成员 {name} 不能分配到多个区域', 'Member {name} is in several regions'),
  popNotFound: refusal(204, 'POP 不存在', 'No such POP'),
  popNameTaken: refusal(422, 'POP「{name}」已存在', 'A POP “{name}” exists'),
  popCapacity: refusal(
    403,
    'POP「{name}」的容量为 {capacity} Mbit/s，已提供 {sold} Mbit/s，不足以再提供 {bandwidth} Mbit/s',
    'POP “{name}” has a capacity of {capacity} Mbit/s, of which {sold} are sold; {bandwidth} more do not fit',
  ),
  popCapacitySold: atField(
    'capacity',
    refusal(422, 'POP「{name}」已提供 {sold} Mbit/s，容量不能小于此值', '{sold} Mbit/s of POP “{name}” are sold; it cannot have less'),
  ),
  popRegionMissing: refusal(422, '请为区域「{region}」选择 POP', 'Choose a POP for region “{region}”'),
  popSurplus: refusal(
    422,
    'POP「{name}」所在区域「{region}」未申请，或已选择其他 POP',
    'POP “{name}”: its region “{region}” was not asked for, or has one already',
  ),
  revisionNotFound: refusal(204, '版本不存在', 'No such revision'),
  operationNotFound: refusal(
    204,
    '操作不存在，或结果已过期（保留 1 小时）',
    'No such operation, or its result is no longer kept (for 1 hour)',
  ),
  revisionCurrent: refusal(422, '已是当前版本', 'This is the present revision'),
  draftChanged: refusal(409, '{author} 刚刚修改了草稿，请查看后再保存', '{author} has just changed the draft; look at it before you save'),
  draftGone: refusal(409, '草稿已被应用或放弃', 'The draft was applied or discarded meanwhile'),
  draftDiffers: refusal(
    409,
    '提交的修改与草稿内容不一致，请查看草稿后再应用',
    'These are not the changes that the draft holds; look at it before you apply it',
  ),
  draftFull: refusal(
    422,
    '草稿中的修改过多：连同您无权查看的成员的修改，最多 {n} 项',
    'The draft has too many changes: with those to members that you may not view, there may be {n}',
  ),
  draftOfOthers: refusal(
    403,
    '草稿含有您无权查看的成员的修改，请由可查看这些成员的用户应用或放弃',
    'The draft has changes to members that you may not view; somebody who may view them has to apply or discard it',
  ),
  previewNamesOthers: refusal(
    403,
    '配置文件含有您无权查看的成员，不能预览',
    'These files name members that you may not view, so there is no preview',
  ),
  memberLeft: refusal(422, '成员 {name} 已不在组网中，请取消此项', 'Member {name} is no longer in the network; drop this change'),
  changeInvalid: refusal(422, '第 {row} 项修改：{problem}', 'Change {row}: {problem}'),

  // members
  memberNotFound: refusal(204, '成员不存在', 'No such member'),
  softwareMemberLimit: refusal(403, '软件成员数量不能超过 {max}，剩余 {surplus}', 'At most {max} software members; {surplus} left'),
  memberNameTaken: atField('username', refusal(422, '成员 {name} 已存在', 'A member {name} exists')),
  memberPhoneBound: atField('phone', refusal(401, '该手机号已绑定其他成员', 'This phone is bound to another member')),
  memberDisabled: refusal(403, '成员 {name} 已停用', 'Member {name} is disabled'),
  memberPhoneSame: atField('phone', refusal(422, '该手机号已绑定当前成员', 'This phone is bound to this member already')),
  memberProvinceUnknown: atField('province', refusal(422, '没有省份「{province}」', 'There is no province {province}')),
  memberCityUnknown: atField('city', refusal(422, '{province}没有城市「{city}」', '{province} has no city {city}')),
  memberTagsFull: atField(
    'add_tags',
    refusal(422, '成员 {name} 的标签不能超过 {max} 个，请先移除不再需要的标签', 'Member {name} may have {max} tags; remove some first'),
  ),
  memberIsHardware: refusal(422, '成员 {name} 是硬件成员，不支持此操作', 'Member {name} is a hardware member'),
  memberOfHiddenNetwork: refusal(
    403,
    '成员已加入您无权管理的组网，请联系主账号管理员',
    'This member is in a network that you may not manage; ask the account owner',
  ),
  memberOffline: refusal(403, '成员未登录，暂无实时流量', 'This member is not signed in, so there is no live traffic'),
  directoryManaged: refusal(403, '已开启目录同步，软件成员由 LDAP 目录管理', 'Software members are managed by the directory'),
  directoryOff: refusal(403, '尚未接入目录，请先配置', 'There is no directory; set one up first'),
  directoryCheckFirst: refusal(403, '配置未通过检测或已修改，请先检测配置', 'Check this configuration first'),
  directoryBaseFixed: atField('base_dn', refusal(422, 'Base DN 创建后不可修改', 'The base DN cannot be changed')),
  directoryPasswordAgain: atField(
    'password',
    refusal(
      422,
      '接入方式、服务器地址、加密方式或绑定账号已变更，请重新输入密码',
      'The way to the server, its encryption or the bind account changed; enter the password again',
    ),
  ),
  directoryRouterWrong: atField('router_name', refusal(422, '请选择硬件成员', 'Choose a hardware member')),
  directoryCaUnknown: atField('ca_id', refusal(204, '请上传 CA 证书', 'Upload the CA certificate')),
  directoryOfAll: refusal(
    403,
    '您的角色只能查看部分成员，不能同步或关闭目录、开启自动同步，或更换您看不到的接入成员',
    'Your role sees only some members, so you can neither synchronise the directory, automatically or now, nor turn it off, nor replace a connecting member that you do not see',
  ),
  directoryStale: refusal(409, '目录已变化，请刷新后重试', 'The directory has changed; refresh and try again'),
  directoryUnreadable: refusal(403, '无法读取目录：{problem}', 'The directory cannot be read: {problem}'),
  directoryUserNotFound: refusal(204, '目录用户不存在', 'No such directory user'),
  directoryUserDisabled: refusal(403, '用户 {name} 在目录中已停用', 'User {name} is disabled in the directory'),
  directoryUserRefused: refusal(422, '用户 {name} 不能导入：{problem}', 'User {name} cannot be imported: {problem}'),
  directoryShrunk: refusal(
    403,
    '目录用户由 {before} 个减少到 {after} 个，已停止同步，请确认目录无误后重启同步服务',
    'The directory went from {before} users to {after}; the synchronisation was stopped until it is restarted',
  ),
  directoryRenewed: refusal(
    403,
    '{before} 个成员中有 {renewed} 个的目录用户唯一标识已改变，已停止同步。请恢复服务器和绑定账号原来使用的唯一标识属性；如果用户确实已重建，请重启同步服务，这些成员将被停用',
    'The identifiers of {renewed} users of {before} members have changed; the synchronisation was stopped. Let the server and the bind account give the former identifiers again; if the users were really made anew, restart it, which disables these members',
  ),
  directoryBusy: refusal(403, '正在同步，请稍后再试', 'A synchronisation is under way'),
  directoryAway: refusal(503, '企业目录暂时无法访问，请稍后再试', 'The directory cannot be reached; try again later'),
  certificateInvalid: refusal(422, '文件不是有效的证书', 'This is no certificate'),
  certificateIsKey: refusal(422, '文件包含私钥，请只上传证书', 'This holds a private key; upload the certificate alone'),
  domainUnverified: refusal(423, '请下载验证文件并放到域名根目录', 'Put the verification file at the root of the domain'),
  exportEmpty: refusal(422, '导出数据为空', 'There is nothing to export'),
  logRangeTooWide: refusal(
    422,
    '日志保存 {days} 天，日期范围不能超过 {days} 天',
    'Logs are kept for {days} days; a range cannot be longer',
  ),
  profileWithoutCenter: refusal(403, '组网没有可连接的中心，无法生成配置', 'This network has no hub to connect to'),
  profileLinkNotFound: refusal(204, '链接不存在或已过期', 'No such link'),
  profileLinkUsed: refusal(
    403,
    '该链接已经用过，每个链接只能用一次；请让对方重新生成',
    'This link was used before, and works once; ask for a new one',
  ),
  profileLinkInvalid: refusal(403, '链接无效或已失效，请让对方重新生成', 'This link is invalid or has ended; ask for a new one'),

  // spreadsheets
  sheetNotXlsx: refusal(422, '仅支持 xlsx 格式的文件', 'Only xlsx files are supported'),
  sheetUnreadable: refusal(422, '文件无法读取，请使用模板重新填写', 'The file cannot be read; fill in the template again'),
  sheetMacros: refusal(422, '文件包含宏，请另存为不含宏的 xlsx 文件', 'The file has macros; save it as a plain xlsx'),
  sheetTooLarge: refusal(422, '文件内容过大，请减少内容后重试', 'The file holds too much'),
  sheetColumns: refusal(422, '表头不正确，应为：{columns}', 'The headings must be: {columns}'),
  sheetTooManyRows: refusal(422, '一次最多 {max} 行，文件中有 {rows} 行', 'At most {max} rows at once; the file has {rows}'),
  sheetEmpty: refusal(422, '文件中没有数据', 'The file has no rows'),
  sheetRows: refusal(422, '第 {row} 行：{problem}', 'Row {row}: {problem}'),

  // sub-accounts
  roleNotFound: refusal(204, '角色不存在', 'No such role'),
  roleNameTaken: atField('name', refusal(422, '角色名称已存在', 'A role of this name exists')),
  roleLimit: refusal(403, '角色最多 {max} 个', 'At most {max} roles'),
  roleInUse: refusal(
    403,
    '角色「{name}」正在被 {count} 个子账号或访问密钥使用，请先为其更换角色',
    'The role {name} is used by {count} sub-accounts or access keys',
  ),
  subAccountNotFound: refusal(204, '子账号不存在', 'No such sub-account'),
  accessKeyNotFound: refusal(204, '访问密钥不存在', 'No such access key'),
  accessKeyExpiry: atField(
    'expire_time',
    refusal(422, '到期时间须晚于现在，且不超过 {days} 天', 'The key must end after now and within {days} days'),
  ),
  accessKeyLimit: refusal(403, '访问密钥最多 {count} 个', 'There may be {count} access keys at most'),
  notByAccessKey: refusal(403, '访问密钥不能执行此操作，请登录控制台', 'An access key may not do this; sign in to the console'),
  subAccountLimit: refusal(
    403,
    '子账号名额已满（{used}/{count}），请申请扩容',
    'All {count} sub-account places are used ({used}); request more',
  ),

  // support tickets
  ticketNotFound: refusal(204, '工单不存在或已删除', 'No such ticket'),
  ticketClosed: refusal(403, '工单已关闭，不能继续回复', 'This ticket is closed and takes no reply'),
  ticketsOpen: refusal(
    403,
    '未关闭的工单最多 {max} 个，请先关闭已解决的工单，或在已有工单中回复',
    'At most {max} tickets may be open: close those that are solved, or reply to one of them',
  ),
  ticketsOpenOfAll: refusal(
    403,
    '本账号未关闭的工单最多 {max} 个，请联系账号管理员关闭已解决的工单，或在已有工单中回复',
    'At most {max} tickets of this account may be open: ask its administrator to close those that are solved, or reply to one of them',
  ),
  ticketIsClosed: refusal(403, '工单已关闭', 'This ticket is closed already'),
  ticketMoved: refusal(409, '工单有新的回复，请查看后再发送', 'Somebody replied meanwhile; read it before you send'),
  ticketAppraised: refusal(403, '工单已评价', 'This ticket was rated already'),
  ticketNotClosed: refusal(403, '工单没有关闭，不需要重新打开', 'This ticket is not closed'),
  ticketReopenLate: refusal(
    403,
    '工单关闭已超过 {days} 天，不能重新打开；请提交新工单，并写明原工单号 {number}',
    'This ticket was closed more than {days} days ago; submit a new one that names {number}',
  ),
  ticketMerged: refusal(403, '工单已合并到工单 {number}，请在该工单中继续沟通', 'This ticket was merged into {number}; go on there'),
  ticketWasDeleted: refusal(403, '客户已删除该工单，请先恢复', 'The customer deleted this ticket; restore it first'),
  ticketNotDeleted: refusal(403, '工单没有被删除，不需要恢复', 'This ticket was not deleted'),
  ticketAssigned: refusal(
    409,
    '{by} 刚刚将工单的处理人改为「{assignee}」，请查看后再操作',
    '{by} has just given this ticket to {assignee}; look at it before you go on',
  ),
  ticketReleased: refusal(
    409,
    '{by} 刚刚取消了工单的处理人，请查看后再操作',
    '{by} has just released this ticket; look at it before you go on',
  ),
  ticketPrioritised: refusal(
    409,
    '{by} 刚刚将工单的优先级改为「{priority}」，请查看后再修改',
    '{by} has just changed the priority; look at it before you change it',
  ),
  ticketAssigneeUnknown: atField(
    'assignee',
    refusal(422, '处理人不存在、已停用或不能处理工单', 'No such operator, or one who may not handle tickets'),
  ),
  ticketMergeSelf: atField('into', refusal(422, '不能把工单合并到它自己', 'A ticket cannot be merged into itself')),
  ticketMergeTarget: atField('into', refusal(422, '目标工单不存在，或不属于同一账号', 'No such ticket, or it belongs to another account')),
  ticketMergeClosed: atField('into', refusal(422, '目标工单已关闭、已合并或已被客户删除', 'The target is closed, merged or deleted')),
  ticketMergeUnseen: atField(
    'into',
    refusal(422, '提交人 {name} 只能查看自己的工单，看不到目标工单，不能合并', '{name} sees only own tickets and would not see the target'),
  ),
  savedReplyChanged: refusal(
    409,
    '{by} 刚刚修改了这条常用回复，请查看后再保存',
    '{by} has just changed this reply; look at it before you save',
  ),
  ticketFileNotFound: refusal(204, '附件不存在或已过期，请重新上传', 'No such attachment; upload it again'),
  ticketFileUsed: atField('file_ids', refusal(422, '附件已被使用或已过期，请重新上传', 'An attachment was used already; upload it again')),
  ticketFileSpace: refusal(
    403,
    '本账号的工单图片已达 {max} MB，请联系客服',
    'The pictures of this account have reached {max} MB; please contact support',
  ),
  savedReplyNotFound: refusal(204, '常用回复不存在', 'No such saved reply'),
  contentEmpty: atField('content', refusal(422, '内容不能为空', 'There is no text')),
  sentMessageNotFound: refusal(204, '消息不存在', 'No such message'),

  // pictures
  pictureFormat: refusal(422, '仅支持 PNG、GIF、JPEG 格式', 'Only PNG, GIF and JPEG are supported'),
  pictureUnreadable: refusal(422, '图片已损坏，无法读取', 'The picture is damaged and cannot be read'),
  pictureTooLarge: refusal(
    422,
    '图片不能超过 {megapixels} 百万像素（动图按所有帧合计）',
    'A picture has at most {megapixels} megapixels, all frames together',
  ),

  // operators
  operatorNotFound: refusal(204, '运营人员不存在', 'No such operator'),
  operatorDisabled: refusal(403, ...disabled.operator),
  operatorLocked: refusal(
    429,
    '验证错误次数过多，请在 {seconds} 秒后重试，或请其他管理员解锁',
    'Too many wrong tries; try again in {seconds} s, or ask another administrator to unlock you',
  ),
  newPasswordNeeded: refusal(401, '当前密码为初始密码，请设置新密码', 'This is a first password: choose a new one'),
  ownPasswordWrong: atField('password', refusal(422, '密码错误', 'The password is wrong')),
  passwordUnchanged: atField('new_password', refusal(422, '新密码不能与当前密码相同', 'The new password is the present one')),
  operatorLastAdmin: refusal(
    403,
    '{name} 是最后一个可用的管理员，不能停用或更换角色，请先添加其他管理员',
    '{name} is the last administrator who can sign in; add another one first',
  ),
  operatorSelf: refusal(
    403,
    '不能对自己执行此操作：密码和登录请在「登录安全」中管理，角色和状态请由其他管理员修改',
    'Not for yourself: your password and sessions are under “Sign-in security”; another administrator changes your role and status',
  ),
  operatorNameTaken: atField('username', refusal(422, '运营人员 {name} 已存在', 'An operator {name} exists')),
  accountNotFound: refusal(204, '账号不存在', 'No such account'),
  accountIsDisabled: refusal(403, '账号已停用，请先启用', 'This account is disabled; enable it first'),
  serviceNotFound: refusal(204, '服务不存在', 'No such service'),
  deviceNotFound: refusal(204, '设备不存在', 'No such device'),
  deviceRegistered: atField('router_name', refusal(422, '设备 {name} 已登记', 'Device {name} is registered already')),
  deviceAssigned: refusal(403, '设备 {name} 已分配给账号', 'Device {name} belongs to an account'),
  deviceNotAssigned: refusal(403, '设备 {name} 未分配', 'Device {name} belongs to no account'),
  deviceNotSaas: refusal(422, '设备 {name} 不是 SaaS 设备', 'Device {name} is no SaaS device'),
  saasNotFound: refusal(204, 'SaaS 设备不存在', 'No such SaaS device'),
  serviceByDeviceOnly: refusal(422, 'SaaS 服务随设备分配产生，不能单独开通', 'This service comes with its device'),
  serviceByWorkOrderOnly: refusal(422, 'POP 资源随工单完成产生，不能单独开通', 'POP access comes with its work order'),
  serviceMoved: refusal(
    409,
    '服务的到期时间刚刚被修改，请查看后再续费',
    'The end of a service was changed meanwhile; look before you renew',
  ),
  servicesOfSeveral: refusal(422, '一次只能续费同一账号的服务', 'Services of one account are renewed at a time'),
  serviceEndsBeforeStart: refusal(422, '到期时间必须晚于开始时间', 'A service must end after it starts'),

  deadLetterNotFound: refusal(204, '发送记录不存在', 'No such delivery'),
  deadLetterExpired: refusal(403, '内容已过期，不能重新发送', 'What it says has expired; it cannot be sent again'),

  // devices
  activationRefused: refusal(401, '设备名称或激活码错误，或设备已激活', 'Wrong device or activation code, or activated already'),
  credentialUnknown: refusal(2001, '设备凭据无效', 'Unknown device credential'),
  credentialLapsed: refusal(
    2001,
    '设备凭据已超过 {days} 天未使用，不再有效，请重新激活设备或重新登录',
    'This credential was not used for {days} days and has ended: activate the device again, or sign in again',
  ),
  credentialTaken: refusal(409, '该设备凭据不可用，请换一个', 'This credential cannot be used: make another'),
} as const

export type RefusalName = keyof typeof refusals
type ParamNames<T extends string> = T extends `${string}{${infer P}}${infer Rest}` ? P | ParamNames<Rest> : never
/** The values that a refusal's sentence needs; none for most. */
export type RefusalParams<N extends RefusalName> = [ParamNames<(typeof refusals)[N]['zh-CN']>] extends [never]
  ? undefined
  : { [K in ParamNames<(typeof refusals)[N]['zh-CN']>]: K extends 'right' ? Words : string | number }

/** Returns a refusal's sentence in one language. */
export const refusalText = (name: RefusalName, params: Record<string, string | number | Words> | undefined, language: Language): string =>
  refusals[name][language].replace(/(.?)\{(\w+)\}/gu, (_, before: string, key: string) => {
    const value = params?.[key] ?? ''
    return setAfter(before, typeof value === 'object' ? value[language] : String(value))
  })
