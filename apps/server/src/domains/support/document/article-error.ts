/** What is wrong with a folder of articles, in one sentence that says where. */
export class ArticleError extends Error {
  constructor(file: string, line: number | undefined, what: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${what}`)
    this.name = 'ArticleError'
  }
}
