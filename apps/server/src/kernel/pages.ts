/** Rows of a list, and the position after them. */
export interface Page<R, C> {
  rows: readonly R[]
  last: C | undefined
}

/** Yields all pages of a list, of `size` rows each; while the caller handles one, the next one is read. @param read a page after a position */
export async function* pagesOf<R, C>(size: number, read: (after: C | undefined) => Promise<Page<R, C>>): AsyncGenerator<readonly R[]> {
  let reading: Promise<Page<R, C>> | undefined = read(undefined)
  while (reading) {
    const { rows, last }: Page<R, C> = await reading
    reading = rows.length < size ? undefined : read(last)
    // The caller that asks for the page gets the error; without this it would be unhandled if the reader goes away.
    reading?.catch(() => {})
    yield rows
  }
}
