interface Props {
  onClose: () => void
  /** Members were added: what shows members is stale. The drawer stays, with the result. */
  onAdded: () => void
}

/** 「批量添加」: members from a spreadsheet, all of them or none. */
export function BatchAddDrawer(_props: Props) {
  return null
}
