"""A wire between two namespaces: a TUN in each, which delays every packet, and loses one in so many, by direction.

usage: lossy-wire.py NS_A DEV_A NS_B DEV_B DELAY_MS LOSE_AB LOSE_BA; prints "ready". Of LOSE_AB packets from A to B the last is lost; 0 loses
none. At SIGUSR1 it loses the next four of each direction, too. The kernels of many machines have no netem.
"""
import collections, ctypes, fcntl, os, select, signal, struct, sys, time

libc = ctypes.CDLL(None, use_errno=True)


def tun(namespace, name):
    handle = os.open(f'/var/run/netns/{namespace}', os.O_RDONLY)
    if libc.setns(handle, 0x40000000):
        raise OSError(ctypes.get_errno(), namespace)
    os.close(handle)
    device = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, 0x400454CA, struct.pack('16sH22x', name.encode(), 0x1001))
    return device


ns_a, dev_a, ns_b, dev_b, *numbers = sys.argv[1:]
delay, lose_ab, lose_ba = (int(number) for number in numbers)
a, b = tun(ns_a, dev_a), tun(ns_b, dev_b)
lose = {a: lose_ab, b: lose_ba}
passed = {a: 0, b: 0}
lose_next = {a: 0, b: 0}
signal.signal(signal.SIGUSR1, lambda *_: lose_next.update({a: 4, b: 4}))
queue = collections.deque()
print('ready', flush=True)
while True:
    rest = max(0, queue[0][0] - time.monotonic()) if queue else None
    for source in select.select([a, b], [], [], rest)[0]:
        try:
            packet = os.read(source, 65536)
        except OSError:
            continue
        # IPv4 and UDP alone count: the kernel itself sends others.
        if packet[0] >> 4 == 4 and packet[9] == 17:
            passed[source] += 1
            if lose_next[source]:
                lose_next[source] -= 1
                continue
            if lose[source] and passed[source] % lose[source] == 0:
                continue
        queue.append((time.monotonic() + delay / 1000, b if source == a else a, packet))
    while queue and queue[0][0] <= time.monotonic():
        _, target, packet = queue.popleft()
        try:
            os.write(target, packet)
        except OSError:
            pass
