export const zhCN = {
  title: '把第一张组网织起来',
  fact: '三步，大约 10 分钟；之后这里只告诉您一件事：是否一切正常',
  steps: [
    { title: '选一个中心', text: '从已开通的硬件里选一台放在总部或机房，其他站点都连到它', action: '创建组网' },
    { title: '添加分支', text: '从 Excel 粘贴站点名称、序列号和内网网段，一次加完', action: '从 Excel 粘贴' },
    { title: '看到第一个绿点', text: '分支通电上网后，链路自动建立，在经纬图上结成一个绿点', action: '查看接线步骤' },
  ],
  hardware: (count: number, names: readonly string[]) =>
    count > names.length ? `已开通 ${count} 台硬件：${names.join('、')} 等` : `已开通 ${count} 台硬件：${names.join('、')}`,
  noHardwareYet: '还没有开通硬件',
  branches: '20 个分支约 2 分钟',
  green: '通常在通电后 30 秒内',
  blocked: '请先创建组网',
  done: '已完成',
  noHardware: '还没有硬件？',
  requestHardware: '申请硬件',
  tryClient: '先用软件客户端试一试',
  hardwareTicket: '申请硬件',
  mayNot: '您没有修改权限，请联系主账号管理员',
}

export const en: typeof zhCN = {
  title: 'Weave your first network',
  fact: 'Three steps, about 10 minutes; from then on this page says one thing: whether all is well',
  steps: [
    {
      title: 'Choose a hub',
      text: 'Put one of your devices in the head office or a machine room; all other sites connect to it',
      action: 'Create network',
    },
    { title: 'Add branches', text: 'Paste names, serial numbers and LAN prefixes from Excel, all at once', action: 'Paste from Excel' },
    {
      title: 'See the first green knot',
      text: 'Once a branch has power and the Internet, its link comes up by itself and becomes a green knot of the loom',
      action: 'How to connect it',
    },
  ],
  hardware: (count, names) => `${count} devices: ${names.join(', ')}${count > names.length ? ' and others' : ''}`,
  noHardwareYet: 'No hardware yet',
  branches: 'About 2 minutes for 20 branches',
  green: 'Usually within 30 seconds of power',
  blocked: 'Create a network first',
  done: 'Done',
  noHardware: 'No hardware yet?',
  requestHardware: 'Request it',
  tryClient: 'Try with the software client',
  hardwareTicket: 'Hardware request',
  mayNot: 'You may not change this; ask the account owner',
}
