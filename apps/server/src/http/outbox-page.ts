import type { OutboxEntry } from '../adapters/outbox/outbox.ts'
import { escapeHtml } from '../kernel/escape-html.ts'

/** An address of the product, with its name. */
export interface ProductAddress {
  name: string
  url: string
}

const clockTime = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false })

const STYLE = `
:root{color-scheme:light dark;--ink:#1f2329;--faint:#646a73;--page:#f4f5f8;--card:#fff;--rule:#e4e7ed;--brand:#1a56db;--well:#f2f5fb}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ef;--faint:#a0a7b4;--page:#15171c;--card:#1f2229;--rule:#343944;--brand:#8ab0ff;--well:#282d38}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.6 system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:22px;margin:0 0 4px}
p{margin:0 0 20px;color:var(--faint)}
a{color:var(--brand)}
nav{display:flex;flex-wrap:wrap;gap:8px 20px;margin:0 0 28px}
article{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:16px 20px;margin:0 0 12px}
header{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline}
header b{word-break:break-all}
header span{color:var(--faint);font-size:13px}
.code{margin:10px 0 0;font:700 26px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;color:var(--brand)}
.link{margin:10px 0 0;word-break:break-all}
pre{margin:12px 0 0;padding:12px;border-radius:8px;background:var(--well);white-space:pre-wrap;word-break:break-word;font:inherit;font-size:13px}
`

function card({ channel, to, subject, body, code, link, time }: OutboxEntry): string {
  const safe = link !== null && /^https?:\/\//.test(link) ? escapeHtml(link) : undefined
  return `<article>
<header><b>${escapeHtml(to)}</b><span>${channel === 'mail' ? '邮件' : '短信'}</span><span>${clockTime(time)}</span><span>${escapeHtml(subject)}</span></header>
${code === null ? '' : `<div class="code">${escapeHtml(code)}</div>`}
${safe === undefined ? '' : `<div class="link"><a href="${safe}">${safe}</a></div>`}
<pre>${escapeHtml(body)}</pre>
</article>`
}

function contentOf(entries: readonly OutboxEntry[] | undefined): string {
  if (!entries) return '<p>本进程不发送邮件和短信。请在角色（WEFT_ROLES）含 jobs 的进程的指标地址下打开 /dev 查看。</p>'
  return entries.length === 0 ? '<p>还没有发出任何邮件或短信。</p>' : entries.map(card).join('\n')
}

/**
 * Returns the letters and text messages as a page that needs no script.
 * @param entries undefined if another process sends them
 */
export const outboxPage = (entries: readonly OutboxEntry[] | undefined, addresses: readonly ProductAddress[]): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>发件箱</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>发件箱</h1>
<p>本环境未设置邮件或短信服务，发出的内容都保存在这里，重启后清空。页面每 3 秒刷新一次。</p>
<nav>${addresses.map(({ name, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`).join('')}</nav>
${contentOf(entries)}
</main></body>
</html>
`
