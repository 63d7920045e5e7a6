// Runs where modules do not: says that the browser is too old. Written for such browsers.
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
