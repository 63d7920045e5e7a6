export const zhCN = {
  cancel: '取消',
  save: '保存',
  saveAndPush: '保存',
  title: (action: string, object: string) => `${action} · ${object}`,
  changed: (by: string, time: string, sentences: string) => `${by} 在 ${time} 修改了组网：${sentences}`,
  changedSomehow: '组网已被他人修改',
  changedMore: (n: number) => `另有 ${n} 次更早的修改，见版本历史`,
  memberGone: '成员不在该组网中',
  loadLatest: '载入最新',
  saveAnyway: '仍然保存',
}

export const en: typeof zhCN = {
  cancel: 'Cancel',
  save: 'Save',
  saveAndPush: 'Save',
  title: (action: string, object: string) => `${action} · ${object}`,
  changed: (by: string, time: string, sentences: string) => `${by} changed the network at ${time}: ${sentences}`,
  changedSomehow: 'Someone else changed the network',
  changedMore: (n: number) => `${n} earlier changes are in the history`,
  memberGone: 'This member is not in the network',
  loadLatest: 'Load the newest',
  saveAnyway: 'Save anyway',
}
