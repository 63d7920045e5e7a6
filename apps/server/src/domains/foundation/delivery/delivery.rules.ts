/** The longest wait between two tries, in seconds: for a delivery that expires, and for one that does not. */
const LONGEST_HURRIED = 60
const LONGEST = 3600
/** The most tries of a delivery that does not expire; they take about a day. */
const MOST_TRIES = 34

/** Returns the seconds until the next try after `tries` tries, doubling from two seconds on; undefined where it would come too late. */
export function nextTry(tries: number, now: Date, expire_time: Date | undefined): number | undefined {
  const wait = Math.min(2 ** tries, expire_time ? LONGEST_HURRIED : LONGEST)
  const late = expire_time ? now.getTime() + wait * 1000 >= expire_time.getTime() : tries >= MOST_TRIES
  return late ? undefined : wait
}

const LONGEST_ANSWER = 300

/** Returns a receiver's answer without the addresses, numbers and names of the recipient that it repeats. */
export function withoutPerson(answer: string, recipient: string): string {
  const [local = '', domain] = recipient.split('@')
  const named = [recipient, ...(domain === undefined ? [] : [local])].filter((part) => part.length > 1)
  return named
    .reduce((text, part) => text.replaceAll(new RegExp(part.replace(/[^\w]/g, '\\$&'), 'gi'), '…'), answer.replace(/\s+/g, ' '))
    .replace(/(?<![^\s<>"',;:()])[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, '…')
    .replace(/\+?\d[\d -]{4,}\d/g, '…')
    .trim()
    .slice(0, LONGEST_ANSWER)
}
