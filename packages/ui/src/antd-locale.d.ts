declare module 'antd/es/locale/zh_CN.js' {
  import type { Locale } from 'antd/lib/locale/index.js'

  const locale: Locale
  export default locale
}
declare module 'antd/es/locale/en_US.js' {
  import type { Locale } from 'antd/lib/locale/index.js'

  const locale: Locale
  export default locale
}
