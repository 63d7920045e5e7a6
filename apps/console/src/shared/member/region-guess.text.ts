export const zhCN = {
  guess: (place: string) => `根据公网地址推测：${place}`,
  confirm: '确认',
  edit: '修改',
}
export const en: typeof zhCN = {
  guess: (place) => `By its public address: ${place}`,
  confirm: 'Confirm',
  edit: 'Edit',
}
