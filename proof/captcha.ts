import { attempt, nearestNeighbours, trained } from '../apps/server/test/captcha/attacks.ts'

const [COLLECTED, TRIED, SEED] = [1000, 200, 7]
/** Share of whole codes that nearest neighbours may read. */
const MOST = 0.05

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/**
 * Attacks the picture code: collects 1,000 labelled pictures, then reads 200 fresh ones in each of several ways.
 * @returns how many nearest neighbours read 5 % of the codes or more; what a trained network reads is said and not judged
 */
export async function captcha(say: (line: string) => void): Promise<number> {
  let failures = 0
  for (const [name, attack] of Object.entries({ ...nearestNeighbours, ...trained })) {
    const { codes, characters } = attempt(attack, COLLECTED, TRIED, SEED)
    const failed = name in nearestNeighbours && codes >= MOST
    if (failed) failures += 1
    say(`${failed ? 'FAILED ' : ''}${name}: ${percent(codes)} of codes, ${percent(characters)} of characters`)
  }
  return failures
}
