import numpy as np
from PIL import Image, ImageOps
from PIL.Image import fromarray
import PIL.Image
rng = np.random.RandomState(0)
frame = rng.randint(0, 256, (210, 160, 3)).astype('uint8')
def tell(name, image):
    data = np.asarray(image)
    print name, image.mode, image.size, data.dtype, int(data.astype(float).sum()), int((data.astype(float).ravel() * np.arange(data.size)).sum())
image = Image.fromarray(frame)
# keras-rl's Atari example and its many copies
tell('rl', image.resize((84, 84)).convert('L'))
tell('other way', image.convert('L').resize((84, 110)).crop((0, 26, 84, 110)))
tell('bilinear', fromarray(frame).resize((84, 84), Image.BILINEAR).convert('L'))
tell('named', image.resize((20, 20), resample=Image.ANTIALIAS))
tell('antialias', image.resize((20, 20), PIL.Image.ANTIALIAS).convert('L'))
tell('box', image.resize((20, 20), box=(0, 0, 80, 80)))
tell('bicubic', image.resize((20, 20), Image.CUBIC)); tell('linear', image.resize((20, 20), Image.LINEAR))
for mode in ('L', '1', 'I', 'F', 'RGBA', 'CMYK'):
    tell(mode, image.convert(mode))
    tell(mode + ' resized', image.convert(mode).resize((30, 20)))
    if mode in ('RGBA', 'CMYK'):
        tell(mode + ' to L', image.convert(mode).convert('L')); tell(mode + ' to I', image.convert(mode).convert('I'))
tell('grayscale', ImageOps.grayscale(image)); tell('fit', ImageOps.fit(image, (84, 84))); tell('fit2', ImageOps.fit(image, (84, 84), Image.BILINEAR))
tell('scale', ImageOps.scale(image, 0.5))
tell('matrix', image.convert('L', (0.3, 0.5, 0.1, 0)))
tell('rotate', image.rotate(30)); tell('flip', image.transpose(Image.FLIP_LEFT_RIGHT).convert('L'))
data = image.tobytes()
tell('bytes', Image.frombytes('RGB', image.size, data).convert('L')); tell('buffer', Image.frombuffer('RGB', image.size, data, 'raw', 'RGB', 0, 1))
image.save('frame.png'); tell('file', Image.open('frame.png').convert('L').resize((80, 80)))
from scipy.misc import imread; print imread('frame.png', mode='L').sum(), imread('frame.png', flatten=True).sum()
image.convert('L').save('grey.png'); grey = Image.open(open('grey.png', 'rb')); tell('grey', grey); print grey.getpixel((3, 4)), grey.histogram()[:4]
print image.resize((3, 3)).getdata()[0], np.array(image.resize((2, 2))).tolist()
