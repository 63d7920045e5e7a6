/** The longest wait between two tries, in seconds: of what soon expires, and of what does not. */
const LONGEST_HURRIED = 60
const LONGEST = 3600
/** Tries of what does not expire: about a day. */
const MOST_TRIES = 34

/** Seconds until the next try after so many; undefined where it would come too late. Doubles from two seconds on. */
export function nextTry(tries: number, now: Date, expire_time: Date | undefined): number | undefined {
  const wait = Math.min(2 ** tries, expire_time ? LONGEST_HURRIED : LONGEST)
  const late = expire_time ? now.getTime() + wait * 1000 >= expire_time.getTime() : tries >= MOST_TRIES
  return late ? undefined : wait
}

const LONGEST_ANSWER = 300

/** What a receiver said, without addresses, numbers or whatever else of the recipient it repeats. */
export function withoutPerson(answer: string, recipient: string): string {
  const [local = '', domain] = recipient.split('@')
  const named = [recipient, ...(domain === undefined ? [] : [local])].filter((part) => part.length > 1)
  return named
    .reduce((text, part) => text.replaceAll(new RegExp(part.replace(/[^\w]/g, '\\$&'), 'gi'), '…'), answer.replace(/\s+/g, ' '))
    .replace(/[^\s<>"',;:()]+@[^\s<>"',;:()]+/g, '…')
    .replace(/\+?\d[\d -]{4,}\d/g, '…')
    .trim()
    .slice(0, LONGEST_ANSWER)
}
