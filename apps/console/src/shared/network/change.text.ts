import { setTogether } from '@weft/contract'

export const zhCN = {
  none: '暂无变更',
  noneHint: '创建或修改组网后，每一步会记在这里',
  applied: (n: number, all: number) => `${n}/${all} 已生效`,
  applying: (n: number, all: number) => `下发中 ${n}/${all}`,
  later: (n: number) => `${n} 个上线后下发`,
  laterOf: (name: string, never: boolean) => (never ? `${name} 首次上线后下发` : `${name} 上线后下发`),
  failed: (names: string) => setTogether(names, '下发失败'),
  failedMany: (n: number, names: string) => (names === '' ? `${n} 个下发失败` : `${n} 个下发失败：${names}`),
  reverted: '已自动恢复',
  restore: '恢复',
  restoreLabel: (n: number, what: string) => `恢复到版本 ${n}，即「${what}」之前`,
}

export const en: typeof zhCN = {
  none: 'No changes yet',
  noneHint: 'Every step is noted here once a network is created or changed',
  applied: (n, all) => `${n} of ${all} applied`,
  applying: (n, all) => `Applying ${n} of ${all}`,
  later: (n) => `${n} once online`,
  laterOf: (name, never) => (never ? `${name} once it first connects` : `${name} once online`),
  failed: (names) => `Not applied by ${names}`,
  failedMany: (n, names) => (names === '' ? `${n} did not apply it` : `${n} did not apply it: ${names}`),
  reverted: 'Undid itself',
  restore: 'Restore',
  restoreLabel: (n, what) => `Restore revision ${n}, before “${what}”`,
}
