import { grouped } from '@weft/ui'

export const zhCN = {
  title: '地区与标签',
  chosen: (n: number) => `已选 ${grouped(n)} 个成员`,
  province: '省份',
  city: '城市',
  keepPlace: '不修改',
  noPlace: '未选择',
  provinceFirst: '请先选择省份',
  addTags: '添加标签',
  removeTags: '移除标签',
  tagHint: (most: number, length: number) => `每个成员最多 ${most} 个标签，每个标签最多 ${length} 个字`,
  tags: '标签',
  saved: (n: number) => `已修改 ${grouped(n)} 个成员的地区与标签`,
  nothing: '没有需要更改的内容',
}
export const en: typeof zhCN = {
  title: 'Region and tags',
  chosen: (n) => (n === 1 ? '1 member selected' : `${grouped(n)} members selected`),
  province: 'Province',
  city: 'City',
  keepPlace: 'Keep',
  noPlace: 'Not chosen',
  provinceFirst: 'Choose the province first',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  tagHint: (most, length) => `At most ${most} tags a member, of at most ${length} characters`,
  tags: 'Tags',
  saved: (n) => (n === 1 ? 'The labels of 1 member were changed' : `The labels of ${grouped(n)} members were changed`),
  nothing: 'Nothing would change',
}
