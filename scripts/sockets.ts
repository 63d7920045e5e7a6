/** Finds objects without a listener for their errors: an unhandled 'error' event ends the process. */

/** Calls that make something which may emit 'error': sockets, servers, child processes, threads, database connections, calls over HTTP. */
const MAKES =
  /(?<![.\w])(?:new (?:net\.)?(?:Socket|Server|Worker|WebSocket|WebSocketServer|(?:pg\.)?Client|(?:pg\.)?Pool)|(?:net\.)?createServer|connectTcp|connectTls|spawn|fork|execFile|request(?:Http|Https)?)\(/g
const HEARS = /\.(?:on|once)\(\s*'error'/g
/** Separate patterns, because functions outside of node:net may have this name. */
const MAKES_OF_NET = /(?<![.\w])(?:net\.)?createConnection\(/g
const IMPORTS_OF_NET = /import (?:\{[^}]*\bcreateConnection\b[^}]*\}|[^{}\n]+) from 'node:net'/
/** Clients that need no listener: that of LDAP listens to its given socket, and one that is made for its settings never connects. */
const HANDLED = /new Client\(\{\s*url: 'ldap:|\} = new Client\(/g

/** Returns one sentence for each file that makes more of these than it has listeners for. */
export function findUnheard(files: Iterable<readonly [path: string, text: string]>): string[] {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  return [...files].flatMap(([path, source]) => {
    const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const ofNet = IMPORTS_OF_NET.test(text) ? count(text, MAKES_OF_NET) : 0
    const [made, heard] = [count(text, MAKES) + ofNet - count(text, HANDLED), count(text, HEARS)]
    return made > heard ? [`${path} makes ${made} and hears the errors of ${heard}`] : []
  })
}
