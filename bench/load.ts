/** Requests one address as fast as it answers, for a number of seconds, and prints the results; runs as a separate process. */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface Load {
  url: string
  path: string
  connections: number
  seconds: number
  /** The tokens that each connection uses in turn. */
  tokens: string[]
}
export interface Answered {
  per_second: number
  p50_ms: number
  p95_ms: number
  refused: number
}

async function load({ url, path, connections, seconds, tokens }: Load): Promise<Answered> {
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    requests: tokens.map((token) => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })),
  })
  const times: number[] = []
  instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const { non2xx, errors, duration } = await instance
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return { per_second: times.length / duration, p50_ms: at(0.5), p95_ms: at(0.95), refused: non2xx + errors }
}

if (process.argv[1] === import.meta.filename)
  console.log(JSON.stringify(await load(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Load)))
