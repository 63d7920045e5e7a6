import { type Words, words } from '@weft/contract'

interface Meaning {
  word: Words
  meaning: Words
  /** The article of the handbook that says more. */
  article: string
}

/** Explains terms of the glossary (docs/glossary.md) in one sentence each, for users who do not know them yet. */
export const terms = {
  linkQuality: {
    word: words('链路质量', 'Link quality'),
    meaning: words(
      '由设备在隧道内每秒测量一次得到：往返时间（RTT）、两个方向的丢包和抖动。隧道已连接不代表质量好。',
      'What devices measure inside each tunnel once a second: the time there and back (RTT), the loss of each direction and the jitter. A tunnel that is up may still be bad.',
    ),
    article: '02-network/06-link-quality.md',
  },
  center: {
    word: words('中心', 'Hub'),
    meaning: words(
      '组网中被连接的一方，通常放在总部或机房，需要公网 IP 或端口映射。分支通过中心互相访问。',
      'The part that the others connect to, usually at headquarters, with a public address or a forwarded port. Branches reach each other through it.',
    ),
    article: '02-network/01-create-network.md',
  },
  branch: {
    word: words('分支', 'Branch'),
    meaning: words(
      '主动连接中心的一方，例如门店的路由器或员工的客户端，不需要公网 IP。',
      'The part that connects to hubs: the router of a shop, or the client of a colleague. It needs no public address.',
    ),
    article: '02-network/01-create-network.md',
  },
  prefix: {
    word: words('路由前缀', 'Route prefix'),
    meaning: words(
      '成员身后、需要被其他成员访问的内网网段，例如 192.168.10.0/24。各成员的网段不能重叠。',
      'A local network behind a member that the others must reach, such as 192.168.10.0/24. Those of different members must not overlap.',
    ),
    article: '02-network/02-prefix-and-dns.md',
  },
  quagga: {
    word: words('动态路由', 'Dynamic routing'),
    meaning: words(
      '成员从自己的内网自动学习路由，并通告给组网，不必逐条填写路由前缀。',
      'The member learns routes from its own network and announces them, so that nobody types each prefix.',
    ),
    article: '02-network/02-prefix-and-dns.md',
  },
  center_link: {
    word: words('双中心互联', 'Hub interconnect'),
    meaning: words(
      '两个中心之间的直连隧道，一个中心的分支由此访问另一个中心。',
      'A tunnel between two hubs: branches of one reach the other through it.',
    ),
    article: '02-network/03-two-centers.md',
  },
  routing: {
    word: words('主备线路', 'Main and backup lines'),
    meaning: words(
      '双主：两个中心同时承载流量。主备：平时走主中心，主中心故障时自动切换到备中心。',
      'Dual primary: both hubs carry traffic. Main and backup: the backup takes over by itself when the main hub fails.',
    ),
    article: '02-network/03-two-centers.md',
  },
  segment: {
    word: words('互联网段', 'Interconnect segment'),
    meaning: words(
      '隧道内部使用的地址段，由系统分配，不能与任何内网重叠。',
      'The addresses inside tunnels. They are assigned by the system and must not overlap a local network.',
    ),
    article: '02-network/01-create-network.md',
  },
  pop: {
    word: words('POP 资源', 'POP resource'),
    meaning: words(
      '运营商的接入点。成员就近接入，跨地区走专用线路，比直连更稳定。',
      'An access point of the operator. Members connect nearby, and the way between regions is the operator’s own.',
    ),
    article: '02-network/04-pop.md',
  },
  pop_point: {
    word: words('POP 接入点', 'POP'),
    meaning: words(
      '运营商在一个地区的接入节点。为每个成员选择离它最近的地区，成员经这里接入组网。',
      'A node of the operator in one region. Choose the region nearest to each member, which joins the network through it.',
    ),
    article: '02-network/04-pop.md',
  },
  mode: {
    word: words('拨号方式', 'Dial mode'),
    meaning: words(
      '接入 POP 后，成员先连接中心还是先连接 POP，或者同时连接两者。',
      'Whether members with POPs connect to the hub first, to the POP first, or to both at once.',
    ),
    article: '02-network/04-pop.md',
  },
  loom: {
    word: words('经纬图', 'Loom'),
    meaning: words(
      '组网的全貌：竖线是中心和 POP，每一行是一个站点，交叉处的圆点是站点到中心的链路，红色表示中断。',
      'The whole network: threads are hubs and POPs, each row is a site, and the knot where they cross is the link between them. Red is down.',
    ),
    article: '02-network/01-create-network.md',
  },
  link: {
    word: words('链路', 'Link'),
    meaning: words(
      '一个分支与一个中心（或 POP）之间的加密隧道。分支连接两个中心时有两条链路。',
      'The encrypted tunnel between a branch and a hub or POP. A branch with two hubs has two links.',
    ),
    article: '02-network/01-create-network.md',
  },
  maintenance: {
    word: words('维护窗口', 'Maintenance window'),
    meaning: words(
      '计划中的停机时间。窗口内不发送其成员的告警，只作记录。',
      'A planned time of work. Alerts about its members are recorded in it, and not sent.',
    ),
    article: '04-monitor/01-alerts.md',
  },
  contact: {
    word: words('联系人', 'Contact'),
    meaning: words(
      '除账号邮箱外，还要接收告警邮件的人。对方点击验证链接后才会收到告警。',
      'Somebody who gets the alerts by e-mail beside the account, once they have opened the link that verifies the address.',
    ),
    article: '04-monitor/02-contacts-and-robots.md',
  },
  recovery_code: {
    word: words('恢复码', 'Recovery code'),
    meaning: words(
      '手机不在身边时，代替两步验证码登录的一次性代码。它不能用来找回密码。',
      'Replaces the code of the authenticator once, when the phone is not at hand. It does not recover a password.',
    ),
    article: '01-account/02-register-and-security.md',
  },
  role: {
    word: words('角色', 'Role'),
    meaning: words('子账号能做什么、能看到哪些组网和成员。', 'What a sub-account may do, and which networks and members it sees.'),
    article: '05-access/01-sub-accounts-and-roles.md',
  },
  access_key: {
    word: words('访问密钥', 'Access key'),
    meaning: words(
      '脚本调用 API 用的登录，有自己的角色和到期时间。',
      'A login with which a script calls the API. It has a role and an end.',
    ),
    article: '05-access/03-access-keys.md',
  },
  online_log: {
    word: words('在线日志', 'Tunnel log'),
    meaning: words(
      '成员到中心或 POP 的隧道：何时接通、何时断开、传了多少数据。',
      'The tunnels of members to hubs or POPs: when they came up and went down, and what they carried.',
    ),
    article: '05-access/02-logs-and-export.md',
  },
  connection_log: {
    word: words('连接日志', 'Connection log'),
    meaning: words(
      '硬件与平台之间控制连接的上线和下线，以及每次下线的原因。',
      'When the control connection of hardware began and ended, and why it ended.',
    ),
    article: '05-access/02-logs-and-export.md',
  },
  incident: {
    word: words('告警', 'Incident'),
    meaning: words(
      '一件需要处理的事，从发生到恢复是一条记录；确认表示已经有人在处理。',
      'One thing that needs attention, from its beginning to its end. Acknowledged means that somebody is at it.',
    ),
    article: '04-monitor/01-alerts.md',
  },
  network: {
    word: words('组网', 'Network'),
    meaning: words(
      '由若干成员组成的一个私有网络；组网之间互相隔离。',
      'A private network of members. Networks are isolated from each other.',
    ),
    article: '02-network/01-create-network.md',
  },
  member: {
    word: words('成员', 'Member'),
    meaning: words(
      '加入组网的一台路由器（硬件成员）或一个人的客户端（软件成员）。',
      'What joins networks: a router (hardware member), or the client of a person (software member).',
    ),
    article: '03-member/01-add-software-member.md',
  },
  suffix: {
    word: words('账号后缀', 'Suffix'),
    meaning: words(
      '软件成员登录名中 @ 之后的部分，整个账号共用一个。',
      'The part after the @ in the sign-in names of software members. An account has one for all.',
    ),
    article: '03-member/01-add-software-member.md',
  },
  revision: {
    word: words('变更', 'Change'),
    meaning: words(
      '组网配置的一次修改；成员收到并运行后显示“已生效”。',
      'One edit of a network’s configuration. It is in effect once the members have received it and run it.',
    ),
    article: '02-network/01-create-network.md',
  },
  work_order: {
    word: words('组网工单', 'Network order'),
    meaning: words(
      '向客服申请接入 POP 的单据，可以看到处理进度。技术问题请提交售后工单。',
      'A request for POP access, with its progress. For questions, submit a support ticket.',
    ),
    article: '02-network/04-pop.md',
  },
  ticket: {
    word: words('售后工单', 'Support ticket'),
    meaning: words('向客服提出的一个问题和双方的全部回复。', 'A question to support, with all answers of both sides.'),
    article: '06-troubleshooting/03-support-tickets.md',
  },
  service: {
    word: words('服务', 'Service'),
    meaning: words(
      '账号持有的一项服务能力，有数量、开始时间和到期时间。',
      'Something that an account holds, with a quantity, a start and an end.',
    ),
    article: '01-account/02-register-and-security.md',
  },
  saas: {
    word: words('SaaS 设备', 'SaaS device'),
    meaning: words(
      '安装在您机房的加速设备，用于加速访问 SaaS 应用；它不是组网的成员。',
      'A device at your premises that speeds up SaaS applications. It is no member of a network.',
    ),
    article: '02-network/05-saas.md',
  },
  directory: {
    word: words('LDAP 目录', 'LDAP directory'),
    meaning: words(
      '公司自己的用户目录。同步后，软件成员来自目录，不再逐个添加。',
      'The user directory of your company. Software members then come from it, and nobody adds them by hand.',
    ),
    article: '03-member/03-ldap.md',
  },
  sub_account: {
    word: words('子账号', 'Sub-account'),
    meaning: words(
      '主账号为同事创建的登录，以“子账号名@账号编号”登录，权限由角色决定。',
      'A login that the owner creates for a colleague. It signs in as “name@account number” and may do what its role says.',
    ),
    article: '05-access/01-sub-accounts-and-roles.md',
  },
  operation_log: {
    word: words('操作日志', 'Operation log'),
    meaning: words('谁在什么时候修改了账号中的什么内容。', 'Who changed what in the account, and when.'),
    article: '05-access/02-logs-and-export.md',
  },
  login_record: {
    word: words('软件登录记录', 'Software login'),
    meaning: words('软件成员每次用密码登录客户端的记录。', 'One sign-in of a software member with its password.'),
    article: '05-access/02-logs-and-export.md',
  },
  second_factor: {
    word: words('两步验证', 'Two-step verification'),
    meaning: words(
      '登录时除密码外，再输入手机验证器 App 生成的 6 位数字。',
      'After the password, the sign-in asks for six digits of an authenticator app.',
    ),
    article: '01-account/02-register-and-security.md',
  },
} as const satisfies Record<string, Meaning>
export type TermName = keyof typeof terms
