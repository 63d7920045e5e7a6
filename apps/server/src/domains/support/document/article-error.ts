/** Thrown for a fault in a folder of articles, in one sentence that names the place. */
export class ArticleError extends Error {
  constructor(file: string, line: number | undefined, what: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${what}`)
    this.name = 'ArticleError'
  }
}
