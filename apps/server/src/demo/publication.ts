import { DEFAULT_LINUX_PLATFORM } from '@weft/contract'

export const LINUX_PLATFORM = DEFAULT_LINUX_PLATFORM

const STORE = 'https://apps.apple.com/cn/'
/** Versions in the stores, the newest last. The address is the store's own page: the demonstration has no entry there. */
export const storeVersions = [
  { system: 'ios', version: '2.3.6', store_url: STORE },
  { system: 'ios', version: '2.4.1', store_url: STORE },
  { system: 'macos', version: '2.4.1', store_url: STORE },
] as const

const announced = (title: string, tag: string, days: number, content: (picture: string | undefined) => string) => ({
  title,
  tag,
  days,
  content,
  link: null,
})
/** Announcements, each released `days` before the load. A picture is shown if the checkout has its handbook. */
export const announcements = [
  announced(
    '控制台新版组网详情上线',
    '新功能',
    2,
    (picture) => `<p>组网详情新增中心与分支的连接状态视图，每 10 秒自动刷新。</p>
<h2>有什么不同</h2>
<ul><li>拓扑图上直接看到每条连接的状态</li><li>添加成员时先选类型，再按名称或序列号搜索</li><li>配置是否生效，一眼可见</li></ul>
${picture ? `<p>添加成员的新窗口：</p><p><img src="${picture}" alt="添加成员：选择成员类型、位置和成员"></p>` : ''}
<p>操作说明见 <a href="/handbook">帮助文档</a>。</p>`,
  ),
  announced(
    '骨干网例行维护通知',
    '维护,骨干网',
    5,
    () => `<p>本周四凌晨进行例行维护，期间个别连接可能短暂中断，已建立的隧道会自动恢复，无需操作。</p>
<table><thead><tr><th>区域</th><th>时间</th><th>影响</th></tr></thead><tbody>
<tr><td>华东</td><td>02:00–03:00</td><td>个别连接中断不超过 1 分钟</td></tr>
<tr><td>华南</td><td>03:00–03:30</td><td>无感知</td></tr>
<tr><td>华北</td><td>03:30–04:00</td><td>无感知</td></tr></tbody></table>
<blockquote>维护完成后会在此公告中更新结果。</blockquote>`,
  ),
  announced(
    '关于加强账号安全的通知',
    '公告',
    20,
    () => `<p>近期发现多起共用账号导致的误操作，建议您：</p>
<ol><li>为不同同事创建各自的 <strong>子账号</strong>，避免共用主账号；</li><li>开启 <strong>两步验证</strong>；</li><li>定期修改密码。</li></ol>`,
  ),
]
