/** A DNS server in a LAN, which answers every name with one address: `node resolver.ts ADDRESS ANSWER`. */
import { createSocket } from 'node:dgram'

const [address = '', answer = ''] = process.argv.slice(2)
const server = createSocket('udp4')
server.on('message', (query, { address: from, port }) => {
  const end = query.indexOf(0, 12) + 5
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(1, 6)
  head.writeUInt32BE(0, 8)
  // The name in the query, type A, class IN, valid for a minute, four bytes.
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...answer.split('.').map(Number)])
  server.send(Buffer.concat([head, query.subarray(12, end), record]), port, from)
})
server.bind(53, address, () => process.stdout.write('listening\n'))
