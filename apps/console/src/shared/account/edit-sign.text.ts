import { says } from '@weft/contract'

export const zhCN = {
  cancel: '取消',
  save: '保存',
  title: '修改账号后缀',
  sign: '账号后缀',
  hint: '6–12 位字母或数字',
  note: '仅对之后添加的成员生效，已有成员的登录名不变',
  saved: says.saved['zh-CN'],
}
export const en: typeof zhCN = {
  cancel: 'Cancel',
  save: 'Save',
  title: 'Change the suffix',
  sign: 'Suffix',
  hint: '6–12 letters or digits',
  note: 'Only for members added from now on; existing ones keep their login',
  saved: says.saved.en,
}
