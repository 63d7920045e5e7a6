interface Props {
  onClose: () => void
  /** Members were deleted: what shows members is stale. The drawer stays, with the result. */
  onDeleted: () => void
}

/** 「按文件批量删除」: the members that a spreadsheet names. */
export function DeleteByFileDrawer(_props: Props) {
  return null
}
