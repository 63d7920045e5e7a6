import { says } from '@weft/contract'

export const zhCN = {
  title: '修改资料',
  username: '用户名',
  usernameHelp: '用于登录，6–18 位字母或数字',
  nickname: '昵称',
  birthday: '生日',
  industry: '行业',
  occupation: '职业',
  save: '保存',
  cancel: '取消',
  saved: says.saved['zh-CN'],
  stale: '资料已在别处修改，您填写的内容没有丢失',
  staleHint: '载入最新资料后，未改动的项会更新，您改动的项会保留，确认后再次保存即可',
  reload: '载入最新资料',
  reloaded: '已载入最新资料并保留您的改动，请确认后保存',
}
export const en: typeof zhCN = {
  title: 'Change details',
  username: 'Username',
  usernameHelp: 'For signing in, 6–18 letters or digits',
  nickname: 'Nickname',
  birthday: 'Birthday',
  industry: 'Industry',
  occupation: 'Occupation',
  save: 'Save',
  cancel: 'Cancel',
  saved: says.saved.en,
  stale: 'The profile was changed elsewhere; what you typed is kept',
  staleHint: 'Load the latest: fields that you left alone follow it, yours stay as they are. Then save again',
  reload: 'Load the latest',
  reloaded: 'The latest is loaded and your changes are kept; look at them and save',
}
