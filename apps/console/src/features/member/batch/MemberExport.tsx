/** How far 「导出成员」 is, at the window's edge, while one goes. Mount it once on the page; `memberExport.start()` begins. */
export function MemberExport() {
  return null
}
