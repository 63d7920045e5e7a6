export const zhCN = {
  upgrade: '暂时无法升级',
  upgradeBody: '控制台里不能升级，可以提交工单申请扩容',
  postpone: '暂时无法延期',
  postponeBody: '控制台里不能延期，可以提交工单续费',
  write: '提交工单',
  askOwner: (words: string) => `${words}，请联系主账号管理员`,
}

export const en: typeof zhCN = {
  upgrade: 'Upgrading is unavailable for now',
  upgradeBody: 'The console cannot upgrade; a ticket can ask for more',
  postpone: 'Extending is unavailable for now',
  postponeBody: 'The console cannot extend a service; a ticket can ask for a renewal',
  write: 'Write a ticket',
  askOwner: (words) => `${words}; ask the account owner`,
}
