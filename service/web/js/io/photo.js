// A photo as it is sent: upright, and no larger than the reader looks at. The original stays on the phone.

const MOST = 2560; // pixels of the longer side; where tiles are smaller than this shows, the original is requested
const SMALL = 700_000; // bytes: what is sent at once anyway

/** The photos taken right after another one, of the same scene. @type {WeakMap<Blob, Blob[]>} */
const after = new WeakMap();
/** @param {Blob} photo @param {Blob[]} others */
export const keepBurst = (photo, others) => { after.set(photo, others); };
/** A photo with those taken right after it. @param {Blob} photo */
export const burstOf = (photo) => [photo, ...after.get(photo) ?? []];

/** True for a picture in the form of iPhones, which not every service opens. @param {Blob} blob */
export const isHeic = (blob) => /hei[cf]/i.test(blob.type) || (blob instanceof File && /\.hei[cf]$/i.test(blob.name));

/** @param {Blob} blob @returns {Promise<Blob>} */
export async function shrunk(blob) {
  if (blob.size <= SMALL && !isHeic(blob)) return blob;
  try {
    const picture = await createImageBitmap(blob, { imageOrientation: "from-image" });
    const scale = Math.min(1, MOST / Math.max(picture.width, picture.height));
    if (scale === 1 && !isHeic(blob)) { picture.close(); return blob; }
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return made && (made.size < blob.size || isHeic(blob)) ? made : blob;
  } catch {
    return blob; // a form that this browser does not open: the service may
  }
}
