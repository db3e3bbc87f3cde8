// Archives of Python's files, whose parts are not packed: see service/browser_engine.py.

const END = 0x06054b50, ENTRY = 0x02014b50; // what the last record of an archive begins with, and each of its table
const END_LENGTH = 22, ENTRY_LENGTH = 46, HEAD_LENGTH = 30; // bytes, without names

/** The files of an archive with their names; what they hold is a view of its bytes. @param {Uint8Array} bytes @returns {Generator<[string, Uint8Array]>} */
export function* filesOf(bytes) {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), text = new TextDecoder();
  const end = bytes.length - END_LENGTH; // it has no comment
  if (end < 0 || data.getUint32(end, true) !== END) throw new Error("no archive");
  let at = data.getUint32(end + 16, true);
  for (let left = data.getUint16(end + 10, true); left > 0; left -= 1) {
    if (data.getUint32(at, true) !== ENTRY || data.getUint16(at + 10, true) !== 0) throw new Error("a packed file in an archive");
    const size = data.getUint32(at + 24, true), name = data.getUint16(at + 28, true), head = data.getUint32(at + 42, true);
    const begin = head + HEAD_LENGTH + data.getUint16(head + 26, true) + data.getUint16(head + 28, true);
    yield [text.decode(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + name)), bytes.subarray(begin, begin + size)];
    at += ENTRY_LENGTH + name + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
}

/** Put the files of an archive into a folder of Python's, without a copy of them. @param {any} FS Pyodide's @param {string} folder @param {Uint8Array} bytes */
export function unpackInto(FS, folder, bytes) {
  const there = new Set();
  for (const [name, content] of filesOf(bytes)) {
    const path = `${folder}/${name}`, parent = path.slice(0, path.lastIndexOf("/"));
    if (!there.has(parent)) FS.mkdirTree(parent);
    there.add(parent);
    FS.writeFile(path, content, { canOwn: true });
  }
}
