// Answers questions with google/robotstxt. Each question on standard input is three texts (file, user agent, URL), each
// preceded by its length in bytes (32 bits, little-endian). Each line of output is 1 if the robot may fetch the URL, else
// 0, then the number of the line that decided (0: none).
#include <cstdint>
#include <iostream>
#include <string>

#include "robots.h"

static bool Read(std::string* text) {
  unsigned char size[4];
  if (!std::cin.read(reinterpret_cast<char*>(size), 4)) return false;
  text->resize(size[0] | size[1] << 8 | size[2] << 16 | static_cast<std::uint32_t>(size[3]) << 24);
  return static_cast<bool>(std::cin.read(&(*text)[0], text->size()));
}

int main() {
  std::string file, agent, url;
  while (Read(&file) && Read(&agent) && Read(&url)) {
    googlebot::RobotsMatcher matcher;
    const bool may_fetch = matcher.OneAgentAllowedByRobots(file, agent, url);
    std::cout << may_fetch << ' ' << matcher.matching_line() << '\n';
  }
}
