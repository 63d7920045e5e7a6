import { type Language, setTogether as set } from '@weft/contract'

/** The sentences of a change. `names` are the members that changed alike, `field` is what the field is called, values are in words. */
interface ChangeWords {
  becomes: (field: string, to: string) => string
  changes: (field: string, from: string, to: string) => string
  /** A field of members, or of a center. */
  of: (names: string, field: string) => string
  quoted: (value: string) => string
  nothing: string
  parts: (field: string, parts: string) => string
  part: (field: string, value: string) => string
  /** Between several parts. */
  between: string
  /** Between several values. */
  and: string
  on: (field: string, names: string) => string
  off: (field: string, names: string) => string
  taken: (names: string, field: string) => string
  replaced: (names: string, field: string) => string
  attached: (field: string) => string
  detached: (field: string) => string
  swapped: (field: string) => string
  ports: string
  dynamicPort: string
  followsNetwork: string
  added: string
  removed: string
  reordered: string
  joined: (part: string, names: string) => string
  left: (names: string) => string
  moved: (from: string, to: string, names: string) => string
  linkOn: (names: string, center: string) => string
  linkOff: (names: string, center: string) => string
  listens: (names: string) => string
  listensNoMore: (names: string) => string
}

export const changeWords: Record<Language, ChangeWords> = {
  'zh-CN': {
    becomes: (field, to) => set(field, '改为', to),
    changes: (field, from, to) => set(field, '由', from, '改为', to),
    of: (names, field) => set(names, '的', field),
    quoted: (value) => `「${value}」`,
    nothing: '无',
    parts: (field, parts) => `${field}：${parts}`,
    part: (field, value) => `${field} ${value}`,
    between: '，',
    and: '、',
    on: (field, names) => `启用${field} ${names}`,
    off: (field, names) => `停用${field} ${names}`,
    taken: (names, field) => set(names, '取消', field),
    replaced: (names, field) => set(names, '更换', field),
    attached: (field) => set('关联', field),
    detached: (field) => set('解除', field),
    swapped: (field) => set('更换', field),
    ports: '修改端口',
    dynamicPort: '动态端口',
    followsNetwork: '跟随组网',
    added: '新增',
    removed: '删除',
    reordered: '调整顺序',
    joined: (part, names) => `新增${part} ${names}`,
    left: (names) => `移出 ${names}`,
    moved: (from, to, names) => `${from}改为${to} ${names}`,
    linkOn: (names, center) => `开启 ${names} 到 ${center} 的链路`,
    linkOff: (names, center) => `关闭 ${names} 到 ${center} 的链路`,
    listens: (names) => `${names} 可被其他成员拨入`,
    listensNoMore: (names) => `${names} 不再被其他成员拨入`,
  },
  en: {
    becomes: (field, to) => `${field} changed to ${to}`,
    changes: (field, from, to) => `${field} changed from ${from} to ${to}`,
    of: (names, field) => `${field} of ${names}`,
    quoted: (value) => `“${value}”`,
    nothing: 'none',
    parts: (field, parts) => `${field}: ${parts}`,
    part: (field, value) => `${field} ${value}`,
    between: ', ',
    and: ', ',
    on: (field, names) => `${field} switched on: ${names}`,
    off: (field, names) => `${field} switched off: ${names}`,
    taken: (names, field) => `${field} of ${names} removed`,
    replaced: (names, field) => `${field} of ${names} replaced`,
    attached: (field) => `${field} attached`,
    detached: (field) => `${field} detached`,
    swapped: (field) => `${field} replaced`,
    ports: 'ports changed',
    dynamicPort: 'a dynamic port',
    followsNetwork: 'as the network',
    added: 'added',
    removed: 'removed',
    reordered: 'reordered',
    joined: (part, names) => `${part} added: ${names}`,
    left: (names) => `Removed: ${names}`,
    moved: (from, to, names) => `${from} became ${to}: ${names}`,
    linkOn: (names, center) => `Link from ${names} to ${center} switched on`,
    linkOff: (names, center) => `Link from ${names} to ${center} switched off`,
    listens: (names) => `Other members may dial ${names}`,
    listensNoMore: (names) => `Other members no longer dial ${names}`,
  },
}
