import type { Language } from '@weft/contract'
import type { Draft, Focus, Sender } from './letter.ts'
import { escapeHtml } from '../../../../kernel/escape-html.ts'

const automatic: Record<Language, string> = {
  'zh-CN': '这封邮件由系统自动发送，请勿直接回复。',
  en: 'This letter was sent automatically; please do not reply.',
}
const orCopy: Record<Language, string> = {
  'zh-CN': '如果按钮无法点击，请将以下链接复制到浏览器中打开：',
  en: 'If the button does not work, copy this link into your browser:',
}

/** Returns a letter as plain text, for programs that show no HTML. */
export function plainText({ heading, before, focus, after, notice }: Draft, sender: Sender, language: Language): string {
  const shown = focus && ('code' in focus ? focus.code : focus.url)
  return [
    heading,
    ...before,
    ...(shown ? [`    ${shown}`] : []),
    ...after,
    notice,
    `-- \n${sender.product} · ${sender.company}\n${automatic[language]}`,
  ].join('\n\n')
}

const FONT = `-apple-system,BlinkMacSystemFont,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Roboto,Helvetica,Arial,sans-serif`

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font-size:15px;line-height:26px;color:#1f2329;word-break:break-word">${escapeHtml(text)}</p>`

function shownFocus(focus: Focus, language: Language): string {
  if ('code' in focus)
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="well" align="center" bgcolor="#f2f5fb" style="padding:22px 12px;background-color:#f2f5fb;border-radius:8px;font-family:SFMono-Regular,Consolas,'Liberation Mono',Menlo,monospace;font-size:34px;line-height:42px;font-weight:700;letter-spacing:10px;color:#1a56db"><span class="brand" style="color:#1a56db;padding-left:10px">${escapeHtml(focus.code)}</span></td></tr></table>`
  const url = escapeHtml(focus.url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td align="center" bgcolor="#1a56db" style="background-color:#1a56db;border-radius:6px"><a href="${url}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 32px;font-size:15px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(focus.button)}</a></td></tr></table>
<p class="faint" style="margin:0 0 20px;font-size:13px;line-height:22px;color:#646a73">${escapeHtml(orCopy[language])}<br><a class="brand" href="${url}" target="_blank" rel="noopener" style="color:#1a56db;word-break:break-all">${url}</a></p>`
}

/** Returns a letter as HTML that mail programs keep: tables, inline styles, nothing to fetch. */
export function html(draft: Draft, sender: Sender, language: Language): string {
  const { subject, heading, before, focus, after, notice } = draft
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (max-width:620px){.sheet{padding:28px 22px!important}.frame{padding:16px 10px!important}}
@media (prefers-color-scheme:dark){.page{background-color:#15171c!important}.card{background-color:#1f2229!important;border-color:#343944!important}.ink{color:#e6e9ef!important}.faint{color:#a0a7b4!important}.well{background-color:#282d38!important}.brand{color:#8ab0ff!important}.rule{border-color:#343944!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f5f8;-webkit-text-size-adjust:100%">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f5f8" style="background-color:#f4f5f8"><tr><td class="frame" align="center" style="padding:32px 16px;font-family:${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="ink" style="padding:0 4px 16px;font-size:16px;line-height:24px;font-weight:600;color:#1f2329">${escapeHtml(sender.product)}</td></tr>
<tr><td class="card sheet" bgcolor="#ffffff" style="padding:36px 40px 28px;background-color:#ffffff;border:1px solid #e4e7ed;border-radius:12px">
<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:32px;font-weight:600;color:#1f2329">${escapeHtml(heading)}</h1>
${before.map(paragraph).join('\n')}
${focus ? shownFocus(focus, language) : ''}
${after.map(paragraph).join('\n')}
<p class="faint rule" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e4e7ed;font-size:13px;line-height:22px;color:#646a73">${escapeHtml(notice)}</p>
</td></tr>
<tr><td class="faint" align="center" style="padding:20px 4px 0;font-size:12px;line-height:20px;color:#646a73">${escapeHtml(sender.company)}<br>${escapeHtml(automatic[language])}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
