import { type Words, words } from './fields/field.ts'

/** What a call says when it is done: a sentence, or one that depends on what it answers and on what it was asked. */
export type Done<I, O> = Words | { done(answer: O, input: I): Words }['done']

const membersDeleted = (n: number) => words(`已删除 ${n} 个成员`, n === 1 ? '1 member deleted' : `${n} members deleted`)
const tested = words('检测完成', 'The check is done')
const usual = words('操作成功', 'Done')

/** The sentences that calls say when they are done (specification 1 §8, 2 §8), in `msg`. */
export const says = {
  /** What a call says that names no other sentence. */
  usual,
  created: words('创建成功', 'Created'),
  added: words('添加成功', 'Added'),
  saved: words('保存成功', 'Saved'),
  deleted: words('删除成功', 'Deleted'),
  submitted: words('提交成功', 'Submitted'),
  started: words('开启成功', 'Started'),
  closed: words('关闭成功', 'Closed'),
  sent: words('发送成功', 'Sent'),
  cancelled: words('取消成功', 'Cancelled'),
  uploaded: words('上传成功', 'Uploaded'),
  replied: words('回复成功', 'Replied'),
  rated: words('评价成功', 'Rated'),
  ticketSubmitted: words('工单已提交，请耐心等待回复', 'Your ticket was submitted; please wait for an answer'),
  signedIn: words('登录成功', 'Signed in'),
  signedOut: words('已退出登录', 'Signed out'),
  registered: words('注册成功', 'Registered'),
  codeSent: words('验证码已发送', 'The code was sent'),
  /** Of an account that may not exist, which nobody may learn. */
  codeSentIfAny: words('若账号存在，验证码已发送', 'If the account exists, the code was sent'),
  proved: words('验证成功', 'Verified'),
  emailProved: words('邮箱验证成功', 'The e-mail was verified'),
  passwordReset: words('密码重置成功', 'The password was reset'),
  removed: words('移出成功', 'Removed'),
  membersDeleted: ({ removed }: { removed: number }) => membersDeleted(removed),
  rowsDeleted: (rows: readonly { deleted: 0 | 1 }[]) => membersDeleted(rows.filter(({ deleted }) => deleted === 1).length),
  messagesDeleted: ({ changed }: { changed: number }) =>
    words(`已删除 ${changed} 条消息`, changed === 1 ? '1 message deleted' : `${changed} messages deleted`),
  membersAdded: (n: number) => words(`已添加 ${n} 个成员`, n === 1 ? '1 member added' : `${n} members added`),
  imported: ({ router_name }: { router_name: string }) => words(`已导入 ${router_name}`, `Imported ${router_name}`),
  directoryTested: ({ ok }: { ok: 0 | 1 }) => (ok === 1 ? words('检测通过', 'The check passed') : tested),
  synchronised: ({ imported, refused, queued }: { imported: number; refused: number; queued: 0 | 1 }) =>
    queued === 1
      ? words(
          '用户较多，正在后台同步，可在 LDAP 目录的概览中查看进度',
          'Many users: the synchronisation continues in the background; see the overview of the LDAP directory',
        )
      : words(
          `同步成功，导入 ${imported} 个用户${refused > 0 ? `，${refused} 个不能导入` : ''}`,
          `Synchronised, ${imported} ${imported === 1 ? 'user' : 'users'} imported${refused > 0 ? `, ${refused} cannot be imported` : ''}`,
        ),
  /** Returns what a call says, unless it was only to tell what it would do. */
  unlessTrial:
    <O>(said: Words | ((answer: O) => Words)) =>
    (answer: O, input: object): Words =>
      ['check', 'dry_run'].some((trial) => Boolean(Number((input as Record<string, unknown>)[trial] ?? 0)))
        ? usual
        : typeof said === 'function'
          ? said(answer)
          : said,
} as const
