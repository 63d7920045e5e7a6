// Runs before every module, and in browsers that know no modules: it is written for both.
;(function (root, kept) {
  // The content security policy forbids code from text; without this the schemas would try it once and be reported.
  window.__zod_globalConfig = { jitless: true }
  // The chosen colours from the first frame on.
  root.setAttribute(
    'data-theme',
    kept === 'dark' || (kept !== 'light' && window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light',
  )
})(
  document.documentElement,
  (function () {
    try {
      return localStorage.getItem('weft.theme')
    } catch (refused) {
      return String(refused)
    }
  })(),
)
;(function (strip) {
  if ('noModule' in document.createElement('script') && typeof structuredClone === 'function' && typeof Array.prototype.at === 'function')
    return
  strip.setAttribute('role', 'alert')
  strip.style.cssText =
    'padding:8px 16px;background:#fff6e5;border-bottom:1px solid #f3ce8a;color:#1b2431;font:14px/22px sans-serif;text-align:center'
  strip.appendChild(
    document.createTextNode(
      '当前浏览器版本过低，部分功能可能无法显示。建议使用 Chrome 100、Edge 100、Safari 15.4、360 极速浏览器 X 或更高版本',
    ),
  )
  document.body.insertBefore(strip, document.body.firstChild)
})(document.createElement('div'))
