import type { TicketPriority, TicketType } from '@weft/contract'

/** A ticket of the demonstration. Each line of `said` is the customer's or support's. */
export interface DemoTicket {
  type: TicketType
  title: string
  content: string
  picture?: true
  said: { from: 'customer' | 'support'; content: string; picture?: true }[]
  /** What operators see of it alone: how urgent it is, and a note. */
  priority?: TicketPriority
  note?: string
  appraise?: { grade: 1 | 2 | 3 | 4 | 5; content: string }
  /** Hours between its opening and the load. */
  hours: number
}

/** Oldest first. */
export const tickets: DemoTicket[] = [
  {
    type: 4,
    title: '如何为财务同事开通只读子账号',
    content: '财务部的同事只需要查看组网和成员，不需要修改。请问应该怎样设置角色？',
    said: [
      {
        from: 'support',
        content: '您好，请在「访问控制 → 角色」中创建角色，成员和组网只保留「查看」，再在「子账号」中选择该角色即可。',
      },
      { from: 'customer', content: '已经设置好了，谢谢。' },
    ],
    appraise: { grade: 5, content: '回复很快，步骤清楚' },
    hours: 130,
  },
  {
    type: 2,
    title: '西安雁塔店夜间频繁掉线',
    content:
      '从上周三开始，西安雁塔店每天凌晨 1 点到 3 点之间会掉线两三次，每次一分钟左右。\n白天正常，门店宽带没有欠费，路由器也没有断电。',
    picture: true,
    said: [
      { from: 'support', content: '您好，从连接日志看，掉线时间与当地运营商的割接时间一致。请问门店是否有备用线路？' },
      { from: 'customer', content: '有一条 4G 备用线路，还没有启用，截图是目前的配置。', picture: true },
      { from: 'support', content: '建议先启用备用线路，按下图添加成员后再观察一晚。', picture: true },
    ],
    priority: 3,
    note: '运营商割接到周五结束，周五之后再回访一次。',
    hours: 26,
  },
  {
    type: 1,
    title: '咨询 POP 资源续费',
    content: '移动办公组网的 POP 资源明年到期，想了解续费两年的价格，以及带宽提升到 200 Mbit/s 的费用。',
    said: [],
    hours: 3,
  },
]

/** Texts that operators insert into answers. */
export const savedReplies = [
  {
    title: '重启路由器',
    content: '您好：\n请将路由器断电 10 秒后重新通电，约 2 分钟后在「成员列表」查看是否已上线。若仍未恢复，请回复本工单。',
  },
  {
    title: '请提供截图',
    content: '您好：\n请提供问题出现时的截图，以及发生的时间和涉及的成员名称，便于我们尽快定位。',
  },
  { title: '已转工程师', content: '您好，您的问题已转交网络工程师处理，有进展会第一时间在本工单回复您。' },
]
