const EVERY = 'E2E_EVERY_STATE'

/** Makes this run judge every state that its tests reach, wide and narrow, as the proofs do. */
export function judgeEveryState(): void {
  process.env[EVERY] = '1'
}

/** Returns whether every state is judged. `npm test` judges each page once (e2e/accessibility.spec.ts), and shows it wide only. */
export const everyStateIsJudged = (): boolean => process.env[EVERY] === '1'
